import { and, arrayOverlaps, asc, eq, isNull, lt, ne, or, sql } from "drizzle-orm";

import type { Role } from "#core/permission.ts";
import { inList, prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { formerMemberKey, formerMemberName } from "#modules/people/rules/former-member.ts";

import { formerNames, people, type Person } from "../tables.ts";

export type NewPerson = typeof people.$inferInsert;
export type PersonChange = Pick<Person, "name" | "nameKey" | "bio" | "link"> &
  Partial<Pick<Person, "nameSkeletons" | "pictureFileId" | "bannerFileId">>;

/** An id that no other person gets. */
export async function nextPersonId(tx: Transaction): Promise<number> {
  const next = sql<string>`nextval(pg_get_serial_sequence('people', 'id'))`;
  const { rows } = await tx.execute<{ id: string }>(sql`select ${next} as id`);
  return Number(rows[0]?.id);
}

/** The new row, or null if the email or the name is taken. Waits for concurrent inserts of them. */
export async function insertPerson(
  tx: Transaction,
  person: NewPerson & { id?: number },
): Promise<Person | null> {
  const insert = person.id === undefined ? tx.insert(people) : tx.insert(people).overridingSystemValue();
  const rows = await insert.values(person).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

/**
 * Whether another active person has one of these skeletons. Until the transaction ends, others that ask for one of them
 * wait, so that two confusable names can't be taken at the same time.
 */
export async function isConfusable(
  tx: Transaction,
  { skeletons, personId }: { skeletons: readonly string[]; personId: number | null },
): Promise<boolean> {
  for (const skeleton of skeletons.toSorted()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name ${skeleton}`}, 0))`);
  }
  const rows = await tx
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        arrayOverlaps(people.nameSkeletons, [...skeletons]),
        isNull(people.deletedAt),
        personId === null ? undefined : ne(people.id, personId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

const personById = prepared("person", (db) =>
  db
    .select()
    .from(people)
    .where(eq(people.id, sql.placeholder("id"))),
);

export async function selectPerson(tx: Reading, id: number): Promise<Person | null> {
  const [row] = await personById(tx).execute({ id });
  return row ?? null;
}

export async function selectPersonForUpdate(tx: Transaction, id: number): Promise<Person | null> {
  const rows = await tx.select().from(people).where(eq(people.id, id)).for("update");
  return rows[0] ?? null;
}

/** Locks an active person until the transaction ends. Returns false if the account is deleted. */
export async function lockActivePerson(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, id), isNull(people.deletedAt)))
    .for("share");
  return rows.length > 0;
}

export async function selectPersonByEmail(tx: Reading, email: string): Promise<Person | null> {
  const rows = await tx.select().from(people).where(eq(people.email, email));
  return rows[0] ?? null;
}

/** The active person with this name, or else the last person who had it, or null. */
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

const peopleByIds = prepared("people_by_ids", (db) => {
  const { id, name, role, pictureFileId, suspendedAt } = people;
  return db
    .select({ id, name, role, pictureFileId, suspendedAt })
    .from(people)
    .where(inList(id, sql.placeholder("ids")));
});

export async function findPeople(tx: Reading, ids: readonly number[]) {
  return peopleByIds(tx).execute({ ids });
}

export async function updatePerson(tx: Transaction, before: Person, change: PersonChange): Promise<Person> {
  const rows = await tx.update(people).set(change).where(eq(people.id, before.id)).returning();
  if (!rows[0]) throw new Error(`There is no person ${before.id}.`);
  return rows[0];
}

/** Sets the picture of an active person without one; returns the person, or null if nothing changed. */
export async function setMissingPicture(
  tx: Transaction,
  id: number,
  pictureFileId: string,
): Promise<Person | null> {
  const without = and(eq(people.id, id), isNull(people.deletedAt), isNull(people.pictureFileId));
  const rows = await tx.update(people).set({ pictureFileId }).where(without).returning();
  return rows[0] ?? null;
}

export async function updateTimeZone(tx: Transaction, id: number, timeZone: string): Promise<void> {
  const there = and(eq(people.id, id), isNull(people.deletedAt));
  await tx.update(people).set({ timeZone }).where(there);
}

export async function updatePassword(tx: Transaction, id: number, passwordHash: string): Promise<void> {
  await tx.update(people).set({ passwordHash }).where(eq(people.id, id));
}

/** Records that the person receives the email sent to their address. */
export async function markEmailVerified(tx: Transaction, id: number): Promise<void> {
  await tx.update(people).set({ emailVerified: true }).where(eq(people.id, id));
}

/** Sets the role and returns the person, or null if they have already chosen one. */
export async function setFirstRole(tx: Transaction, id: number, role: Role): Promise<Person | null> {
  const without = and(eq(people.id, id), eq(people.role, "NORMAL"));
  const rows = await tx.update(people).set({ role }).where(without).returning();
  return rows[0] ?? null;
}

/** Makes the old name refer to the person as a former name, and deletes the former name equal to the new one. */
export async function releaseName(
  tx: Transaction,
  change: { personId: number; from: string; to: string; now: Date },
): Promise<void> {
  const { personId, from, to, now } = change;
  await tx.delete(formerNames).where(eq(formerNames.nameKey, to));
  await tx
    .insert(formerNames)
    .values({ nameKey: from, personId, releasedAt: now })
    .onConflictDoUpdate({ target: formerNames.nameKey, set: { personId, releasedAt: now } });
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

/** The names a person had before, oldest first. */
export async function listFormerNames(tx: Reading, personId: number) {
  const { nameKey, releasedAt } = formerNames;
  return tx
    .select({ name: nameKey, releasedAt })
    .from(formerNames)
    .where(eq(formerNames.personId, personId))
    .orderBy(asc(releasedAt));
}

/** Clears the personal data in a person's row and deletes the former names. */
export async function erasePerson(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.delete(formerNames).where(eq(formerNames.personId, id));
  await tx
    .update(people)
    .set({
      email: formerMemberKey(id),
      emailVerified: false,
      name: formerMemberName(id),
      nameKey: formerMemberKey(id),
      nameSkeletons: [],
      role: "NORMAL",
      passwordHash: null,
      timeZone: null,
      bio: null,
      link: null,
      pictureFileId: null,
      bannerFileId: null,
      suspendedAt: null,
      operator: false,
      storageQuota: null,
      lastActiveAt: null,
      deletedAt: now,
    })
    .where(eq(people.id, id));
}

/** Changes what operators decide about a person. */
export async function changeAdministration(
  tx: Transaction,
  id: number,
  change: Partial<Pick<Person, "suspendedAt" | "operator" | "storageQuota">>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(people).set(change).where(eq(people.id, id));
}

export async function selectStorageQuota(tx: Reading, id: number): Promise<number | null> {
  const rows = await tx.select({ storageQuota: people.storageQuota }).from(people).where(eq(people.id, id));
  return rows[0]?.storageQuota ?? null;
}

/** Records the last activity of a person, unless it was recorded since `before`. */
export async function recordActivity(
  tx: Transaction,
  id: number,
  { now, before }: { now: Date; before: Date },
): Promise<void> {
  const due = or(isNull(people.lastActiveAt), lt(people.lastActiveAt, before));
  await tx
    .update(people)
    .set({ lastActiveAt: now })
    .where(and(eq(people.id, id), due));
}
