import { and, asc, eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { type TeamMember, teamMembers } from "./tables.ts";

export interface Membership {
  creatorId: number;
  personId: number;
}
type NewMember = typeof teamMembers.$inferInsert;

const isMember = ({ creatorId, personId }: Membership) =>
  and(eq(teamMembers.creatorId, creatorId), eq(teamMembers.personId, personId));

export async function findMember(tx: Reading, membership: Membership): Promise<TeamMember | null> {
  const rows = await tx.select().from(teamMembers).where(isMember(membership));
  return rows[0] ?? null;
}

/** The member locked until the end of the transaction, or null. */
export async function lockMember(tx: Transaction, membership: Membership): Promise<TeamMember | null> {
  const rows = await tx.select().from(teamMembers).where(isMember(membership)).for("update");
  return rows[0] ?? null;
}

/** The members of a creator's team, the first added first. */
export async function listMembers(tx: Reading, creatorId: number): Promise<TeamMember[]> {
  return tx
    .select()
    .from(teamMembers)
    .where(eq(teamMembers.creatorId, creatorId))
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.personId));
}

/** The memberships of a person, the first team first. */
export async function listTeams(tx: Reading, personId: number): Promise<TeamMember[]> {
  return tx
    .select()
    .from(teamMembers)
    .where(eq(teamMembers.personId, personId))
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.creatorId));
}

export async function insertMember(tx: Transaction, member: NewMember): Promise<TeamMember | null> {
  const [row] = await tx.insert(teamMembers).values(member).onConflictDoNothing().returning();
  return row ?? null;
}

export async function deleteMember(tx: Transaction, membership: Membership): Promise<void> {
  await tx.delete(teamMembers).where(isMember(membership));
}
