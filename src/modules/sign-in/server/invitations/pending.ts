import type { Context } from "#core/server/context.ts";
import { invitationError } from "#modules/sign-in/contract/invitations.ts";
import { invitationState } from "#modules/sign-in/rules/invitations.ts";

import { type InvitationRow, lockInvitation } from "./queries.ts";
import { invitationIdIn } from "./token.ts";

/**
 * The invitation of a link, locked, so that two people can't accept it. Fails with `invitation_unknown`,
 * `invitation_expired`, `invitation_revoked` and `invitation_accepted`.
 */
export async function lockPending(ctx: Context, token: string): Promise<InvitationRow> {
  const id = invitationIdIn(ctx, token);
  return requirePending(ctx, id === null ? null : await lockInvitation(ctx.tx, id));
}

/** A locked invitation that can be accepted. Fails with the errors of `lockPending`, and `invitation_declined`. */
export function requirePending(ctx: Context, row: InvitationRow | null): InvitationRow {
  if (!row) throw invitationError("invitation_unknown");
  const state = invitationState(row, ctx.now);
  if (state !== "pending") throw invitationError(`invitation_${state}`);
  return row;
}
