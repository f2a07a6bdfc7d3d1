import { and, asc, count, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Reading, Transaction } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { invitations, isPending } from "#modules/sign-in/server/tables.ts";
import { maxTeamMembers } from "#modules/team/rules/team.ts";

import {
  activeCreator,
  type TeamInvitationRow,
  teamInvitations,
  type TeamMember,
  teamMembers,
} from "../tables.ts";

export interface Membership {
  creatorId: number;
  personId: number;
}
type NewMember = typeof teamMembers.$inferInsert;
export type MemberChange = { [K in Exclude<keyof NewMember, keyof Membership>]?: NewMember[K] | undefined };

/** An invitation with what the person gets who accepts it. */
export interface OpenInvitation {
  invitation: typeof invitations.$inferSelect;
  member: TeamInvitationRow;
}

const isMember = ({ creatorId, personId }: Membership) =>
  and(eq(teamMembers.creatorId, creatorId), eq(teamMembers.personId, personId));

export async function isInTeam(tx: Reading, membership: Membership): Promise<boolean> {
  const rows = await tx.select({ kind: teamMembers.kind }).from(teamMembers).where(isMember(membership));
  return rows.length > 0;
}

/** The manager of a creator whose account isn't suspended, or null. */
export async function findManager(tx: Reading, membership: Membership): Promise<TeamMember | null> {
  const rows = await tx
    .select()
    .from(teamMembers)
    .where(and(isMember(membership), eq(teamMembers.kind, "manager"), activeCreator));
  return rows[0] ?? null;
}

/** A channel that a person manages, and the editor whom its task form selects first. */
export interface ManagedChannel extends Pick<TeamMember, "creatorId" | "rights"> {
  defaultEditorId: number | null;
}

/** The channels that a person manages, without those of suspended creators; default editors without suspended ones. */
export async function listManaged(tx: Reading, personId: number): Promise<ManagedChannel[]> {
  const defaults = alias(teamMembers, "defaults");
  return tx
    .select({ creatorId: teamMembers.creatorId, rights: teamMembers.rights, defaultEditorId: people.id })
    .from(teamMembers)
    .leftJoin(defaults, and(eq(defaults.creatorId, teamMembers.creatorId), defaults.isDefault))
    .leftJoin(people, and(eq(people.id, defaults.personId), isNull(people.suspendedAt)))
    .where(and(eq(teamMembers.personId, personId), eq(teamMembers.kind, "manager"), activeCreator))
    .orderBy(asc(teamMembers.creatorId));
}

/** The managers without whose approval nothing of these creators is published, the first added first; without suspended ones. */
export async function listApprovers(tx: Reading, creatorIds: readonly number[]): Promise<Membership[]> {
  return tx
    .select({ creatorId: teamMembers.creatorId, personId: teamMembers.personId })
    .from(teamMembers)
    .innerJoin(people, and(eq(people.id, teamMembers.personId), isNull(people.suspendedAt)))
    .where(and(inArray(teamMembers.creatorId, [...creatorIds]), teamMembers.approvalRequired))
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.personId));
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

type EditorNote = Pick<TeamMember, "creatorId" | "personId" | "note">;

/** The notes of these creators about editors of their teams, the first added editor first. */
export async function listEditorNotes(tx: Reading, creatorIds: readonly number[]): Promise<EditorNote[]> {
  if (creatorIds.length === 0) return [];
  const { creatorId, personId, note, kind, createdAt } = teamMembers;
  return tx
    .select({ creatorId, personId, note })
    .from(teamMembers)
    .where(and(inArray(creatorId, [...creatorIds]), eq(kind, "editor"), ne(note, "")))
    .orderBy(asc(createdAt), asc(personId));
}

export async function insertMember(tx: Transaction, member: NewMember): Promise<TeamMember | null> {
  const [row] = await tx.insert(teamMembers).values(member).onConflictDoNothing().returning();
  return row ?? null;
}

/** The changed member; null if nothing is given. */
export async function updateMember(
  tx: Transaction,
  membership: Membership,
  change: MemberChange,
): Promise<TeamMember | null> {
  if (Object.values(change).every((value) => value === undefined)) return null;
  const [row] = await tx.update(teamMembers).set(change).where(isMember(membership)).returning();
  return row ?? null;
}

/** Leaves a creator without a default editor. */
export async function clearDefault(tx: Transaction, creatorId: number): Promise<void> {
  await tx
    .update(teamMembers)
    .set({ isDefault: false })
    .where(and(eq(teamMembers.creatorId, creatorId), eq(teamMembers.isDefault, true)));
}

export async function deleteMember(tx: Transaction, membership: Membership): Promise<void> {
  await tx.delete(teamMembers).where(isMember(membership));
}

/** Stores what an invitation gives; a repeated invitation gives what it says last. */
export async function insertInvitedMember(
  tx: Transaction,
  member: TeamInvitationRow,
): Promise<TeamInvitationRow> {
  const { invitationId: target, ...given } = member;
  await tx
    .insert(teamInvitations)
    .values(member)
    .onConflictDoUpdate({ target: teamInvitations.invitationId, set: given });
  return { invitationId: target, ...given };
}

/** The membership that an invitation to a team gives, with the creator, or null. */
export async function findInvitedMember(
  tx: Reading,
  invitationId: string,
): Promise<(TeamInvitationRow & { creatorId: number }) | null> {
  const [row] = await tx
    .select({ member: teamInvitations, creatorId: invitations.inviterId })
    .from(teamInvitations)
    .innerJoin(invitations, eq(invitations.id, teamInvitations.invitationId))
    .where(eq(teamInvitations.invitationId, invitationId));
  return row && row.creatorId !== null ? { ...row.member, creatorId: row.creatorId } : null;
}

/** Invitations of a creator to their team that were neither accepted nor revoked, newest first. */
export async function listSentToTeam(tx: Reading, creatorId: number): Promise<OpenInvitation[]> {
  return tx
    .select({ invitation: invitations, member: teamInvitations })
    .from(invitations)
    .innerJoin(teamInvitations, eq(teamInvitations.invitationId, invitations.id))
    .where(
      and(
        eq(invitations.inviterId, creatorId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    )
    .orderBy(desc(invitations.number))
    .limit(maxTeamMembers);
}

/** Pending invitations of a user to teams, newest first. */
export async function listReceived(tx: Reading, personId: number, now: Date): Promise<OpenInvitation[]> {
  return tx
    .select({ invitation: invitations, member: teamInvitations })
    .from(invitations)
    .innerJoin(teamInvitations, eq(teamInvitations.invitationId, invitations.id))
    .where(and(eq(invitations.inviteeId, personId), isPending(now)))
    .orderBy(desc(invitations.number))
    .limit(maxTeamMembers);
}

/** Pending invitations of a user to a creator's team. */
export async function listPendingBetween(
  tx: Reading,
  { creatorId, personId }: Membership,
  now: Date,
): Promise<{ id: string }[]> {
  return tx
    .select({ id: invitations.id })
    .from(invitations)
    .innerJoin(teamInvitations, eq(teamInvitations.invitationId, invitations.id))
    .where(and(eq(invitations.inviterId, creatorId), eq(invitations.inviteeId, personId), isPending(now)));
}

/** Members of a creator's team and pending invitations to it. */
export async function countTeam(tx: Reading, creatorId: number, now: Date): Promise<number> {
  const [members] = await tx
    .select({ number: count() })
    .from(teamMembers)
    .where(eq(teamMembers.creatorId, creatorId));
  const [invited] = await tx
    .select({ number: count() })
    .from(invitations)
    .innerJoin(teamInvitations, eq(teamInvitations.invitationId, invitations.id))
    .where(and(eq(invitations.inviterId, creatorId), isPending(now)));
  return (members?.number ?? 0) + (invited?.number ?? 0);
}

/** The creator and the user of an invitation to a team, or null for an invitation by email or link. */
export async function findInvitee(tx: Reading, invitationId: string): Promise<Membership | null> {
  const [row] = await tx
    .select({ creatorId: invitations.inviterId, personId: invitations.inviteeId })
    .from(teamInvitations)
    .innerJoin(invitations, eq(invitations.id, teamInvitations.invitationId))
    .where(eq(invitations.id, invitationId));
  if (!row || row.creatorId === null || row.personId === null) return null;
  return { creatorId: row.creatorId, personId: row.personId };
}
