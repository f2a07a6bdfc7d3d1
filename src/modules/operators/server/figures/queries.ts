import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  notInArray,
  type SQL,
  sql,
  type SQLWrapper,
} from "drizzle-orm";

import { type Reading, together, type Transaction } from "#core/server/database.ts";
import { after, day, second } from "#core/time.ts";
import { type UploadKind, uploadInactivityLimit } from "#modules/media/rules/uploads.ts";
import { storedFiles, uploads, videos } from "#modules/media/server/tables.ts";
import type { Figures, StorageBytes } from "#modules/operators/contract/figures.ts";
import { people } from "#modules/people/server/tables.ts";
import { deliveries } from "#modules/publishing/server/tables.ts";
import { keepPublished } from "#modules/review/rules/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { stages } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { operatorFigures, storageDays } from "../tables.ts";

const total = (value: SQLWrapper) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);
const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** Users of each role. Reads the whole table, like the following ones. */
export async function countUsers(tx: Reading, now: Date) {
  const week = after(now, -7 * day).toISOString();
  return tx
    .select({
      role: people.role,
      users: count(),
      suspended: countWhere(sql`${people.suspendedAt} is not null`),
      active: countWhere(sql`${people.lastActiveAt} > ${week}`),
    })
    .from(people)
    .where(isNull(people.deletedAt))
    .groupBy(people.role);
}

export async function countTasks(tx: Reading): Promise<Figures["tasks"]> {
  const rows = await tx.select({ stage: tasks.stage, tasks: count() }).from(tasks).groupBy(tasks.stage);
  const counts = new Map(rows.map(({ stage, tasks: counted }) => [stage, counted]));
  return Object.fromEntries(stages.map((stage) => [stage, counts.get(stage) ?? 0])) as Figures["tasks"];
}

/** Stored bytes by kind, and the number of videos whose preparation ended since midnight (UTC). */
export async function sumStorage(
  tx: Reading,
  now: Date,
): Promise<{ bytes: StorageBytes; preparedToday: number }> {
  const midnight = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const { originalBytes, stillBytes, storedBytes, readyAt } = videos;
  const inProgress = tx
    .select({ kind: uploads.kind, bytes: total(uploads.received) })
    .from(uploads)
    .groupBy(uploads.kind);
  const ofVideos = tx
    .select({
      originals: total(originalBytes),
      stills: total(stillBytes),
      renditions: total(sql`${storedBytes} - ${originalBytes} - ${stillBytes}`),
      preparedToday: countWhere(sql`${readyAt} >= ${midnight}`),
    })
    .from(videos);
  const ofFiles = tx
    .select({ use: storedFiles.use, bytes: total(sql`${storedFiles.bytes}`) })
    .from(storedFiles)
    .where(notInArray(storedFiles.state, ["receiving", "damaged"]))
    .groupBy(storedFiles.use);
  const [unfinished, [video], files] = await together([inProgress, ofVideos, ofFiles]);
  const uploadBytes = (kind: UploadKind) => unfinished.find((each) => each.kind === kind)?.bytes ?? 0;
  const usedBytes = (use: string | null) => files.find((each) => each.use === use)?.bytes ?? 0;
  const bytes = {
    originals: uploadBytes("video") + (video?.originals ?? 0),
    renditions: video?.renditions ?? 0,
    stills: video?.stills ?? 0,
    attachments: usedBytes("attachment") + usedBytes("comment_image"),
    messages: usedBytes("message_image"),
    other: usedBytes(null) + usedBytes("footage") + uploadBytes("file"),
  };
  return { bytes, preparedToday: video?.preparedToday ?? 0 };
}

/** The tasks whose videos use the most storage, with their creators. */
export async function listLargestTasks(tx: Reading, limit: number) {
  const bytes = total(videos.storedBytes);
  const largest = tx
    .select({ taskId: videos.taskId, bytes: bytes.as("bytes") })
    .from(videos)
    .where(and(isNotNull(videos.taskId), sql`${videos.storedBytes} > 0`))
    .groupBy(videos.taskId)
    .orderBy(desc(bytes))
    .limit(limit)
    .as("largest");
  return tx
    .select({
      taskId: tasks.id,
      owner: { id: people.id, name: people.name },
      bytes: sql<number>`${largest.bytes}`.mapWith(Number),
    })
    .from(largest)
    .innerJoin(tasks, eq(tasks.id, largest.taskId))
    .innerJoin(people, eq(people.id, tasks.creatorId))
    .orderBy(desc(largest.bytes));
}

/** The users whose videos use the most storage. */
export async function listLargestUsers(tx: Reading, limit: number) {
  const bytes = total(videos.storedBytes);
  const largest = tx
    .select({ accountId: videos.accountId, bytes: bytes.as("bytes") })
    .from(videos)
    .where(sql`${videos.storedBytes} > 0 and ${videos.accountId} is not null`)
    .groupBy(videos.accountId)
    .orderBy(desc(bytes))
    .limit(limit)
    .as("largest");
  return tx
    .select({
      owner: { id: people.id, name: people.name },
      bytes: sql<number>`${largest.bytes}`.mapWith(Number),
    })
    .from(largest)
    .innerJoin(people, eq(people.id, largest.accountId))
    .orderBy(desc(largest.bytes));
}

/** An expression with parameters can't be repeated in `group by`. */
const firstColumn = sql`1`;

/** Stored videos that are deleted within a week, by reason and day. */
export async function listExpiring(tx: Reading, now: Date): Promise<Figures["expiring"]> {
  const within = (end: SQL) => {
    const at = sql`greatest(0, floor(extract(epoch from (${end} - ${now.toISOString()}::timestamptz)) / 86400))`;
    return sql<number>`${at}::int`.mapWith(Number);
  };
  const week = after(now, 7 * day).toISOString();
  const published = sql`${tasks.updatedAt} + ${keepPublished / second} * interval '1 second'`;
  const inactive = sql`coalesce(${uploads.writerUntil}, ${uploads.createdAt}) + ${uploadInactivityLimit / second} * interval '1 second'`;
  const reviewEnd = sql`${versions.reviewEndsAt}`;
  const reviewed = { day: within(reviewEnd), videos: count(), bytes: total(videos.storedBytes) };
  const done = { day: within(published), videos: count(), bytes: total(videos.storedBytes) };
  const unfinished = { day: within(inactive), videos: count(), bytes: total(uploads.received) };
  const [reviews, publications, abandoned] = await together([
    tx
      .select(reviewed)
      .from(versions)
      .innerJoin(videos, eq(videos.id, versions.videoId))
      .where(and(eq(versions.state, "in_review"), sql`${reviewEnd} < ${week}`))
      .groupBy(firstColumn),
    tx
      .select(done)
      .from(tasks)
      .innerJoin(versions, and(eq(versions.taskId, tasks.id), eq(versions.state, "approved")))
      .innerJoin(videos, eq(videos.id, versions.videoId))
      .where(
        and(
          eq(tasks.stage, "published"),
          gte(tasks.updatedAt, after(now, -keepPublished)),
          sql`${videos.storedBytes} > 0`,
        ),
      )
      .groupBy(firstColumn),
    // Without an owner, an upload belongs to a request that claims it or fails.
    tx
      .select(unfinished)
      .from(uploads)
      .where(and(eq(uploads.kind, "video"), isNotNull(uploads.owner)))
      .groupBy(firstColumn),
  ]);
  return [
    ...reviews.map((row) => Object.assign(row, { reason: "review_window" as const })),
    ...publications.map((row) => Object.assign(row, { reason: "published" as const })),
    ...abandoned.map((row) => Object.assign(row, { reason: "inactive_upload" as const })),
  ].toSorted((one, other) => one.day - other.day);
}

/** Unfinished deliveries: those that run, and those that wait for their creators after a failure. */
export async function countDeliveries(tx: Reading): Promise<{ running: number; failed: number }> {
  const [row] = await tx
    .select({
      running: countWhere(sql`${deliveries.problemCode} is null`),
      failed: countWhere(sql`${deliveries.problemCode} is not null`),
    })
    .from(deliveries)
    .where(isNull(deliveries.finishedAt));
  return row ?? { running: 0, failed: 0 };
}

export async function readFigures(tx: Reading) {
  const [row] = await tx.select().from(operatorFigures);
  return row ?? null;
}

export async function storeFigures(
  tx: Transaction,
  measured: Omit<typeof operatorFigures.$inferInsert, "id">,
): Promise<void> {
  await tx
    .insert(operatorFigures)
    .values({ id: 1, ...measured })
    .onConflictDoUpdate({ target: operatorFigures.id, set: measured });
}

/** Records the stored bytes of a day, in place of an earlier measurement on it. */
export async function storeDay(tx: Transaction, at: string, bytes: StorageBytes): Promise<void> {
  const set = { bytes };
  await tx
    .insert(storageDays)
    .values({ day: at, bytes })
    .onConflictDoUpdate({ target: storageDays.day, set });
}

/** The recorded days since `from`, the oldest first. */
export async function listDays(tx: Reading, from: string) {
  return tx.select().from(storageDays).where(gte(storageDays.day, from)).orderBy(asc(storageDays.day));
}
