import { and, eq, inArray, isNull, sql } from "drizzle-orm";

import type { Role } from "#core/permission.ts";
import type { Reading, Transaction } from "#core/server/database.ts";

import { formerNames, people, type Person } from "../tables.ts";
import { renewWords } from "./name-words.ts";

export type NewPerson = typeof people.$inferInsert;
export type PersonChange = Pick<Person, "name" | "nameKey" | "bio" | "link"> &
  Partial<Pick<Person, "pictureFileId" | "bannerFileId">>;

/** The new row, or null when the email or the name is taken; waits for others who are just taking it. */
export async function insertPerson(tx: Transaction, person: NewPerson): Promise<Person | null> {
  const rows = await tx.insert(people).values(person).onConflictDoNothing().returning();
  if (!rows[0]) return null;
  await renewWords(tx, { from: null, to: rows[0].nameKey });
  return rows[0];
}

export async function findPerson(tx: Reading, id: number): Promise<Person | null> {
  const rows = await tx.select().from(people).where(eq(people.id, id));
  return rows[0] ?? null;
}

export async function lockPerson(tx: Transaction, id: number): Promise<Person | null> {
  const rows = await tx.select().from(people).where(eq(people.id, id)).for("update");
  return rows[0] ?? null;
}

/** Whether the person is there, and stays until the transaction ends; waits for a deletion that is just happening. */
export async function lockMember(tx: Transaction, id: number): Promise<boolean> {
  const there = and(eq(people.id, id), isNull(people.deletedAt));
  const rows = await tx.select({ id: people.id }).from(people).where(there).for("share");
  return rows.length > 0;
}

export async function findByEmail(tx: Transaction, email: string): Promise<Person | null> {
  const rows = await tx.select().from(people).where(eq(people.email, email));
  return rows[0] ?? null;
}

/** Whoever has the name now, else whoever gave it up last. Former members have none. */
export async function findByName(tx: Reading, nameKey: string): Promise<Person | null> {
  const now = await tx
    .select()
    .from(people)
    .where(and(eq(people.nameKey, nameKey), isNull(people.deletedAt)));
  if (now[0]) return now[0];
  const before = await tx
    .select({ person: people })
    .from(formerNames)
    .innerJoin(people, eq(people.id, formerNames.personId))
    .where(eq(formerNames.nameKey, nameKey));
  return before[0]?.person ?? null;
}

export async function findPeople(tx: Reading, ids: readonly number[]) {
  const { id, name, role, pictureFileId } = people;
  return tx
    .select({ id, name, role, pictureFileId })
    .from(people)
    .where(inArray(people.id, [...ids]));
}

export async function updatePerson(tx: Transaction, before: Person, change: PersonChange): Promise<Person> {
  const rows = await tx.update(people).set(change).where(eq(people.id, before.id)).returning();
  if (!rows[0]) throw new Error(`There is no person ${before.id}.`);
  await renewWords(tx, { from: before.nameKey, to: change.nameKey });
  return rows[0];
}

export async function setPassword(tx: Transaction, id: number, passwordHash: string): Promise<void> {
  await tx.update(people).set({ passwordHash }).where(eq(people.id, id));
}

/** Notes that the person reads the mail of their address. */
export async function markEmailVerified(tx: Transaction, id: number): Promise<void> {
  await tx.update(people).set({ emailVerified: true }).where(eq(people.id, id));
}

/** The person with the role, or null when one had been chosen before. */
export async function setFirstRole(tx: Transaction, id: number, role: Role): Promise<Person | null> {
  const without = and(eq(people.id, id), eq(people.role, "NORMAL"));
  const rows = await tx.update(people).set({ role }).where(without).returning();
  return rows[0] ?? null;
}

/** Lets the old name lead to the person, and ends what led from the new one. */
export async function giveUpName(
  tx: Transaction,
  change: { personId: number; from: string; to: string; now: Date },
): Promise<void> {
  const { personId, from, to, now } = change;
  await tx.delete(formerNames).where(eq(formerNames.nameKey, to));
  await tx
    .insert(formerNames)
    .values({ nameKey: from, personId, givenUpAt: now })
    .onConflictDoUpdate({ target: formerNames.nameKey, set: { personId, givenUpAt: now } });
}

export async function countPublished(
  tx: Transaction,
  team: { creatorId: number; editorId: number },
): Promise<void> {
  const more = { videosUploaded: sql`${people.videosUploaded} + 1` };
  await tx.update(people).set(more).where(eq(people.id, team.creatorId));
  const done = { tasksCompleted: sql`${people.tasksCompleted} + 1` };
  await tx.update(people).set(done).where(eq(people.id, team.editorId));
}

export async function countRating(
  tx: Transaction,
  editorId: number,
  more: { sum: number; count: number },
): Promise<void> {
  const ratingSum = sql`${people.ratingSum} + ${more.sum}`;
  const ratingCount = sql`${people.ratingCount} + ${more.count}`;
  await tx.update(people).set({ ratingSum, ratingCount }).where(eq(people.id, editorId));
}
