import type { Page, PageQuery } from "#core/page.ts";
import { invitationPath } from "#core/paths.ts";
import type { ReadContext } from "#core/server/context.ts";
import { readIdCursor } from "#core/server/id-cursor.ts";
import { findPerson, findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import {
  type Invitation,
  invitationError,
  type OpenedInvitation,
} from "#modules/sign-in/contract/invitations.ts";
import { invitationState } from "#modules/sign-in/rules/invitations.ts";
import { signUpRefusal } from "#modules/sign-in/rules/sign-up.ts";

import { landingPath } from "./accept.ts";
import { findInvitation, findInvitations, type InvitationRow, listInvitations } from "./queries.ts";
import { invitationIdIn, invitationToken } from "./token.ts";

/** The invitations of a user, newest first. */
export async function listPersonInvitations(
  ctx: ReadContext,
  inviterId: number,
  { cursor, limit }: PageQuery,
): Promise<Page<Invitation>> {
  const before = readIdCursor(cursor);
  const rows = await listInvitations(ctx.tx, { inviterId, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    items: await presentInvitations(ctx, page),
    nextCursor: rows.length > limit ? String(page.at(-1)?.number) : null,
  };
}

/** Invitations as their inviter sees them. */
export async function presentInvitations(
  ctx: ReadContext,
  rows: readonly InvitationRow[],
): Promise<Invitation[]> {
  const cards = await personCards(
    ctx,
    rows.flatMap(({ acceptedBy }) => acceptedBy ?? []),
  );
  return rows.map((row) => {
    const state = invitationState(row, ctx.now);
    const passedOn = state === "pending" && row.email === null && row.inviteeId === null;
    return {
      id: row.id,
      email: row.email,
      name: row.name,
      role: row.role,
      subject: row.subject,
      state,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      acceptedBy: row.acceptedBy === null ? null : (cards.get(row.acceptedBy) ?? null),
      path: passedOn ? invitationPath(invitationToken(ctx, row.id)) : null,
    };
  });
}

export async function presentInvitation(ctx: ReadContext, row: InvitationRow): Promise<Invitation> {
  const [presentedInvitation] = await presentInvitations(ctx, [row]);
  if (!presentedInvitation) throw new Error("The invitation was not presented.");
  return presentedInvitation;
}

/** Invitations by their ids, as their inviters see them. */
export async function readInvitations(
  ctx: ReadContext,
  ids: readonly string[],
): Promise<Map<string, Invitation>> {
  const invitations = await presentInvitations(ctx, await findInvitations(ctx.tx, ids));
  return new Map(invitations.map((invitation) => [invitation.id, invitation]));
}

/** The invitation of a link, for the person who has opened it. 404 `invitation_unknown` for other tokens. */
export async function openInvitation(ctx: ReadContext, token: string): Promise<OpenedInvitation> {
  const id = invitationIdIn(ctx, token);
  const row = id === null ? null : await findInvitation(ctx.tx, id);
  if (!row) throw invitationError("invitation_unknown");
  const { purpose, inviterId, email, role, subject, work } = row;
  const cards = await personCards(ctx, inviterId === null ? [] : [inviterId]);
  const person = ctx.actor && row.acceptedBy === ctx.actor.id ? await findPerson(ctx, ctx.actor.id) : null;
  const applicant = {
    email: email ?? "",
    emailVerified: email !== null,
    invited: inviterId !== null,
    singleSignOn: false,
  };
  return {
    purpose,
    state: invitationState(row, ctx.now),
    inviter: inviterId === null ? null : (cards.get(inviterId) ?? null),
    email,
    role,
    subject,
    work,
    expiresAt: row.expiresAt.toISOString(),
    maySignUp: signUpRefusal(ctx.settings, applicant) === null,
    hasAccount: email !== null && (await findPersonByEmail(ctx, email)) !== null,
    acceptedPath: person && landingPath(row, person),
  };
}
