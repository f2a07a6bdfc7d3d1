import { profilePath } from "#core/paths.ts";
import { currentActor, type Context } from "#core/server/context.ts";
import { blockersBetween } from "#modules/people/server/public/blocks.ts";
import { chooseFirstRole } from "#modules/people/server/public/choose-first-role.ts";
import { confirmPersonEmail, lockPerson, type Person } from "#modules/people/server/public/credentials.ts";
import { invitationAccepted, invitationError } from "#modules/sign-in/contract/invitations.ts";
import { invitationsChanged } from "#modules/sign-in/realtime-messages.ts";

import { lockPending, refuseSuspendedInviter, requirePending } from "./pending.ts";
import { changeInvitation, findInvitation, type InvitationRow, lockInvitation } from "./queries.ts";

/**
 * Accepts an invitation with the actor's account. Returns the path of the screen to open. Fails with the errors of
 * invitations.
 */
export async function acceptInvitation(ctx: Context, token: string): Promise<string> {
  const invitation = await lockPending(ctx, token);
  const person = await lockPerson(ctx, currentActor(ctx).id);
  if (!person || person.deletedAt) throw invitationError("invitation_unknown");
  await acceptFor(ctx, invitation, person);
  return landingPath(await findInvitation(ctx.tx, invitation.id), person);
}

/**
 * Accepts or declines an invitation of the actor's account that has no link. Fails with `invitation_unknown` for others, and with
 * the errors of `acceptInvitation`. Returns the inviter.
 */
export async function answerInvitation(
  ctx: Context,
  { id, accept }: { id: string; accept: boolean },
): Promise<number> {
  const actorId = currentActor(ctx).id;
  const invitation = requirePending(ctx, await lockInvitation(ctx.tx, id));
  const { inviterId, inviteeId } = invitation;
  if (inviterId === null || inviteeId !== actorId) throw invitationError("invitation_unknown");
  if (accept) {
    await refuseSuspendedInviter(ctx, invitation);
    const person = await lockPerson(ctx, actorId);
    if (!person || person.deletedAt) throw invitationError("invitation_unknown");
    await acceptFor(ctx, invitation, person);
  } else {
    await changeInvitation(ctx.tx, id, { declinedAt: ctx.now });
    ctx.notifyClients([inviterId], invitationsChanged, {});
  }
  return inviterId;
}

/** Accepts a locked, pending invitation for a person. Fails with the errors of `acceptInvitation`. */
export async function acceptFor(ctx: Context, invitation: InvitationRow, person: Person): Promise<void> {
  const { id: invitationId, inviterId, inviteeId, email, role, purpose, subject } = invitation;
  if (inviterId === person.id) throw invitationError("invitation_own");
  if (inviteeId !== null && inviteeId !== person.id) throw invitationError("invitation_unknown");
  if (email !== null && email !== person.email) throw invitationError("invitation_email");
  const choosesRole = role !== null && person.role === "NORMAL";
  if (role !== null && person.role !== role && !choosesRole) throw invitationError("invitation_role");
  if (inviterId !== null && (await blockersBetween(ctx, inviterId, person.id)).length > 0) {
    throw invitationError("invitation_blocked");
  }
  if (choosesRole) await chooseFirstRole(ctx, person.id, role);
  // The link was sent to the address only.
  if (email !== null) await confirmPersonEmail(ctx, person.id);
  await changeInvitation(ctx.tx, invitationId, { acceptedAt: ctx.now, acceptedBy: person.id });
  await ctx.emit(invitationAccepted, { invitationId, personId: person.id, inviterId, purpose, subject });
  if (inviterId !== null) ctx.notifyClients([inviterId], invitationsChanged, {});
}

/** The screen that opens for a person who has accepted the invitation. */
export function landingPath(invitation: InvitationRow | null, person: Pick<Person, "role" | "name">): string {
  return invitation?.landingPath ?? profilePath(person);
}
