import type { User } from "#modules/people/contract/people.ts";
import type { OpenedInvitation } from "#modules/sign-in/contract/invitations.ts";

const withArticle = { YOUTUBER: "a creator", EDITOR: "an editor" } as const;

/** The reason why this user can't accept the invitation, and what to do; null if they can. The server checks the same. */
export function invitationRefusal(invitation: OpenedInvitation, user: User): string | null {
  const { inviter, email, role } = invitation;
  if (inviter?.id === user.id) {
    return "This is your own invitation. Send the link to the person you want to invite.";
  }
  if (email !== null && email !== user.email) {
    return `The invitation was sent to ${email}. Use the account with that email, or ask for another link.`;
  }
  if (role !== null && user.role !== "NORMAL" && user.role !== role) {
    const [invited, account] = [withArticle[role], withArticle[user.role]];
    return `The invitation is for ${invited}, and you're logged in as ${account}. Use another account.`;
  }
  return null;
}
