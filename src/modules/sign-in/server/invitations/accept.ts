import { profilePath } from "#core/paths.ts";
import { actorOf, type Context } from "#core/server/context.ts";
import { blockersOf } from "#modules/people/server/actions/blocks.ts";
import { chooseFirstRole } from "#modules/people/server/actions/choose-first-role.ts";
import { confirmEmailOf, lockPerson, type Person } from "#modules/people/server/actions/credentials.ts";
import { invitationAccepted, invitationError } from "#modules/sign-in/contract/invitations.ts";
import { invitationsChanged } from "#modules/sign-in/realtime-messages.ts";

import { lockPending } from "./pending.ts";
import { changeInvitation, findInvitation, type InvitationRow } from "./queries.ts";

/**
 * Accepts an invitation with the actor's account. Returns the path of the screen to open. Fails with the errors of
 * invitations.
 */
export async function acceptInvitation(ctx: Context, token: string): Promise<string> {
  const invitation = await lockPending(ctx, token);
  const person = await lockPerson(ctx, actorOf(ctx).id);
  if (!person || person.deletedAt) throw invitationError("invitation_unknown");
  await acceptFor(ctx, invitation, person);
  return landingPathOf(await findInvitation(ctx.tx, invitation.id), person);
}

/** Accepts a locked, pending invitation for a person. Fails with the errors of `acceptInvitation`. */
export async function acceptFor(ctx: Context, invitation: InvitationRow, person: Person): Promise<void> {
  const { id: invitationId, inviterId, email, role } = invitation;
  if (inviterId === person.id) throw invitationError("invitation_own");
  if (email !== null && email !== person.email) throw invitationError("invitation_email");
  const choosesRole = role !== null && person.role === "NORMAL";
  if (role !== null && person.role !== role && !choosesRole) throw invitationError("invitation_role");
  if (inviterId !== null && (await blockersOf(ctx, inviterId, person.id)).length > 0) {
    throw invitationError("invitation_blocked");
  }
  if (choosesRole) await chooseFirstRole(ctx, person.id, role);
  // The link was sent to the address only.
  if (email !== null) await confirmEmailOf(ctx, person.id);
  await changeInvitation(ctx.tx, invitationId, { acceptedAt: ctx.now, acceptedBy: person.id });
  await ctx.emit(invitationAccepted, { invitationId, personId: person.id });
  if (inviterId !== null) ctx.notifyClients([inviterId], invitationsChanged, {});
}

/** The screen that opens for a person who has accepted the invitation. */
export function landingPathOf(
  invitation: InvitationRow | null,
  person: Pick<Person, "role" | "name">,
): string {
  return invitation?.landingPath ?? profilePath(person);
}
