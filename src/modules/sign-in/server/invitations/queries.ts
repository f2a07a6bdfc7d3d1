import { and, desc, eq, inArray, lt, ne, or } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import type { ChosenRole } from "#modules/people/contract/people.ts";

import { invitations, isPending } from "../tables.ts";

export type InvitationRow = typeof invitations.$inferSelect;
export type NewInvitation = typeof invitations.$inferInsert;

export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<InvitationRow> {
  const [row] = await tx.insert(invitations).values(invitation).returning();
  if (!row) throw new Error("The invitation was not stored.");
  return row;
}

export async function findInvitation(tx: Reading, id: string): Promise<InvitationRow | null> {
  const rows = await tx.select().from(invitations).where(eq(invitations.id, id));
  return rows[0] ?? null;
}

/** The invitation locked until the end of the transaction, or null. */
export async function lockInvitation(tx: Transaction, id: string): Promise<InvitationRow | null> {
  const rows = await tx.select().from(invitations).where(eq(invitations.id, id)).for("update");
  return rows[0] ?? null;
}

/** The inviter's pending invitation of an address to their team, or for other work in a role; null without one. */
export async function findPendingTo(
  tx: Transaction,
  to: { inviterId: number; email: string; role: ChosenRole | null; forTeam: boolean; now: Date },
): Promise<InvitationRow | null> {
  const { inviterId, email, role, purpose } = invitations;
  const sameWork =
    to.forTeam || to.role === null ? eq(purpose, "team") : and(ne(purpose, "team"), eq(role, to.role));
  const rows = await tx
    .select()
    .from(invitations)
    .where(and(eq(inviterId, to.inviterId), eq(email, to.email), sameWork, isPending(to.now)))
    .orderBy(desc(invitations.number))
    .limit(1)
    .for("update");
  return rows[0] ?? null;
}

export async function changeInvitation(
  tx: Transaction,
  id: string,
  change: Partial<Omit<NewInvitation, "id" | "number">>,
): Promise<InvitationRow> {
  const [row] = await tx.update(invitations).set(change).where(eq(invitations.id, id)).returning();
  if (!row) throw new Error("The invitation does not exist.");
  return row;
}

/** Invitations of a user before one with this number, newest first. Those to a team are listed there. */
export async function listInvitations(
  tx: Reading,
  query: { inviterId: number; before: number | null; limit: number },
): Promise<InvitationRow[]> {
  const older = query.before === null ? undefined : lt(invitations.number, query.before);
  return tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.inviterId, query.inviterId), ne(invitations.purpose, "team"), older))
    .orderBy(desc(invitations.number))
    .limit(query.limit);
}

export async function findInvitations(tx: Reading, ids: readonly string[]): Promise<InvitationRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(invitations)
    .where(inArray(invitations.id, [...ids]));
}

/** All invitations that a user has sent, newest first. */
export async function listSent(tx: Reading, personId: number): Promise<InvitationRow[]> {
  return tx
    .select()
    .from(invitations)
    .where(eq(invitations.inviterId, personId))
    .orderBy(desc(invitations.number));
}

/** The invitations that a user has accepted, newest first. */
export async function listAccepted(tx: Reading, personId: number): Promise<InvitationRow[]> {
  return tx
    .select()
    .from(invitations)
    .where(eq(invitations.acceptedBy, personId))
    .orderBy(desc(invitations.number));
}

/** Deletes the invitations that could last be accepted before this moment. */
export async function deleteOldInvitations(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(invitations).where(lt(invitations.expiresAt, before));
}

/** Deletes the invitations that a user has sent, received or accepted. */
export async function deletePersonInvitations(tx: Transaction, personId: number): Promise<void> {
  await tx
    .delete(invitations)
    .where(
      or(
        eq(invitations.inviterId, personId),
        eq(invitations.inviteeId, personId),
        eq(invitations.acceptedBy, personId),
      ),
    );
}
