import type { Page, PageQuery } from "#core/page.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { readIdCursor } from "#core/server/id-cursor.ts";
import {
  type AdministeredInvitation,
  type InvitationFilter,
  operatorInvitationError,
} from "#modules/operators/contract/invitations.ts";
import type { ChosenRole } from "#modules/people/contract/people.ts";
import { findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import { invitationError } from "#modules/sign-in/contract/invitations.ts";
import type { Invitee } from "#modules/sign-in/contract/invitee.ts";
import { invitationState } from "#modules/sign-in/rules/invitations.ts";
import { readInvitations, invite, revokeInvitation } from "#modules/sign-in/server/public/sign-in.ts";

import { logAction } from "../log/log.ts";
import { findInviter, listAllInvitations } from "./queries.ts";

/** A page of the invitations of all users, the newest first. Links and names only of those of the actor. */
export async function allInvitations(
  ctx: ReadContext,
  { cursor, limit, filter }: PageQuery & { filter: InvitationFilter },
): Promise<Page<AdministeredInvitation>> {
  const query = { filter, now: ctx.now, before: readIdCursor(cursor), limit };
  const rows = await listAllInvitations(ctx.tx, query);
  const actorId = currentActor(ctx).id;
  const invitations = await readInvitations(
    ctx,
    rows.filter(({ inviter }) => inviter?.id === actorId).map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.email === null ? (invitations.get(row.id)?.name ?? null) : null,
    role: row.role,
    state: invitationState(row, ctx.now),
    inviter: row.inviter,
    acceptedBy: row.acceptedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    path: invitations.get(row.id)?.path ?? null,
  }));
  return { items, nextCursor: rows.length === limit ? String(rows.at(-1)?.number) : null };
}

/**
 * Invites a person in the name of the operator. Fails with the errors of `invite`, and with `has_account` for the email of an account,
 * which users who aren't operators can't learn from an invitation.
 */
export async function inviteUser(
  ctx: Context,
  { invitee, role }: { invitee: Invitee; role: ChosenRole },
): Promise<void> {
  const inviterId = currentActor(ctx).id;
  if (invitee.email !== undefined && (await findPersonByEmail(ctx, invitee.email))) {
    const { message } = operatorInvitationError("has_account");
    throw operatorInvitationError("has_account", { issues: [{ path: "invitee", message }] });
  }
  const { id: invitationId } = await invite(ctx, { inviterId, invitee, role, purpose: "account" });
  await logAction(ctx, "invite", { invitationId });
}

/** Revokes an invitation of any user. 404 `invitation_unknown`; one that has ended stays as it is. */
export async function revokeAnyInvitation(ctx: Context, invitationId: string): Promise<void> {
  const inviterId = await findInviter(ctx.tx, invitationId);
  if (inviterId === undefined) throw invitationError("invitation_unknown");
  const { revokedAt } = await revokeInvitation(ctx, { id: invitationId, inviterId });
  if (revokedAt?.getTime() === ctx.now.getTime()) {
    await logAction(ctx, "revoke_invitation", { subjectId: inviterId, invitationId });
  }
}
