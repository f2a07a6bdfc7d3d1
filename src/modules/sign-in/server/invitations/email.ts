import { renderEmail, type RenderedEmail } from "#core/server/email.ts";

import type { InvitationRow } from "./queries.ts";

interface InvitationEmail {
  invitation: Pick<InvitationRow, "purpose" | "role" | "subject">;
  /** Name of the inviter; null for a link that the recipient has requested. */
  inviter: string | null;
  /** The absolute address of the link. */
  address: string;
}

/** The email with the link of an invitation. */
export function renderInvitationEmail({ invitation, inviter, address }: InvitationEmail): RenderedEmail {
  const { subject, role, purpose } = invitation;
  if (inviter === null) {
    return renderEmail({
      subject: "Your link to sign up · Reelay",
      heading: "Sign up for Reelay",
      paragraphs: [
        "Open the link to confirm your email and create your account. It works once and expires after 7 days.",
        "If you didn't request this, ignore this email.",
      ],
      button: { label: "Sign up", address },
      reason: "You received this email because this address was entered on Reelay.",
    });
  }
  const work = role === "EDITOR" ? "edit videos" : purpose === "team" ? "manage videos" : "join";
  const heading = subject === null ? `${inviter} invites you to ${work} on Reelay` : `Edit: ${subject}`;
  return renderEmail({
    subject: subject === null ? heading : `${inviter} invites you to edit "${subject}"`,
    from: inviter,
    heading,
    paragraphs: [
      subject === null
        ? "On Reelay, creators and editors review and publish videos together."
        : `${inviter} has a task for you on Reelay: "${subject}". Accept the invitation to see the brief and upload your first version.`,
      "Sign up with the link, or log in if you already have an account. It works once and expires after 7 days.",
    ],
    button: { label: "Accept invitation", address },
    reason: `You received this email because ${inviter} entered your address. If you don't know them, ignore it.`,
  });
}
