import type { Context, ReadContext } from "#core/server/context.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { invitationError } from "#modules/sign-in/contract/invitations.ts";
import { invitationState } from "#modules/sign-in/rules/invitations.ts";

import { type InvitationRow, lockInvitation } from "./queries.ts";
import { invitationIdIn } from "./token.ts";

/**
 * The invitation of a link, locked, so that two people can't accept it. Fails with `invitation_unknown`,
 * `invitation_expired`, `invitation_revoked`, `invitation_accepted` and `invitation_suspended`.
 */
export async function lockPending(ctx: Context, token: string): Promise<InvitationRow> {
  const id = invitationIdIn(ctx, token);
  const invitation = requirePending(ctx, id === null ? null : await lockInvitation(ctx.tx, id));
  await refuseSuspendedInviter(ctx, invitation);
  return invitation;
}

/** Fails with `invitation_suspended` while the account of the inviter is suspended. */
export async function refuseSuspendedInviter(
  ctx: ReadContext,
  { inviterId }: Pick<InvitationRow, "inviterId">,
): Promise<void> {
  if (inviterId === null) return;
  const inviter = (await personCards(ctx, [inviterId])).get(inviterId);
  if (inviter?.suspended) throw invitationError("invitation_suspended");
}

/** A locked invitation that has not ended. Fails with the errors of its other states. */
export function requirePending(ctx: Context, row: InvitationRow | null): InvitationRow {
  if (!row) throw invitationError("invitation_unknown");
  const state = invitationState(row, ctx.now);
  if (state !== "pending") throw invitationError(`invitation_${state}`);
  return row;
}
