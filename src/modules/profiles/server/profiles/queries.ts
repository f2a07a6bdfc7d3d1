import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";

import { type Reading, type Transaction } from "#core/server/database.ts";
import { people, type Person } from "#modules/people/server/tables.ts";

import { ratings } from "../tables.ts";
import type { TimeCursor } from "./cursor.ts";

const card = {
  id: people.id,
  name: people.name,
  role: people.role,
  bio: people.bio,
  pictureFileId: people.pictureFileId,
  videosUploaded: people.videosUploaded,
  ratingSum: people.ratingSum,
  ratingCount: people.ratingCount,
  tasksCompleted: people.tasksCompleted,
};

export type TopRow = Pick<Person, keyof typeof card>;

/** Ordered as in the index `people_top_editors`, which is read backwards: empty profiles last, older accounts first. */
export async function findTopEditors(tx: Reading, limit: number): Promise<TopRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(and(sql`${people.role} = 'EDITOR'`, isNull(people.deletedAt), isNull(people.suspendedAt)))
    .orderBy(desc(people.rankScore), desc(people.tasksCompleted), desc(people.complete), asc(people.id))
    .limit(limit);
}

/** Ordered as in the index `people_top_creators`, likewise. */
export async function findTopCreators(tx: Reading, limit: number): Promise<TopRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(and(sql`${people.role} = 'YOUTUBER'`, isNull(people.deletedAt), isNull(people.suspendedAt)))
    .orderBy(desc(people.videosUploaded), desc(people.complete), asc(people.id))
    .limit(limit);
}

/** Whether the file is the current picture or banner of a user; null if it is neither. */
export async function findPictureUse(tx: Reading, fileId: string): Promise<"picture" | "banner" | null> {
  const [row] = await tx
    .select({ pictureFileId: people.pictureFileId })
    .from(people)
    .where(or(eq(people.pictureFileId, fileId), eq(people.bannerFileId, fileId)))
    .limit(1);
  if (!row) return null;
  return row.pictureFileId === fileId ? "picture" : "banner";
}

export type RatingRow = typeof ratings.$inferSelect;

export async function findRating(tx: Reading, taskId: number): Promise<RatingRow | null> {
  const [row] = await tx.select().from(ratings).where(eq(ratings.taskId, taskId));
  return row ?? null;
}

/** Inserts the task's rating, or replaces its stars and review. */
export async function saveRating(tx: Transaction, rating: RatingRow): Promise<void> {
  const { stars, review, changedAt } = rating;
  await tx
    .insert(ratings)
    .values(rating)
    .onConflictDoUpdate({ target: ratings.taskId, set: { stars, review, changedAt } });
}

/** A page of an editor's ratings, newest first, read backwards from the index `ratings_editor`. */
export async function listRatings(
  tx: Reading,
  query: { editorId: number; before: TimeCursor | null; limit: number },
): Promise<RatingRow[]> {
  const { editorId, before, limit } = query;
  const older =
    before &&
    sql`(${ratings.createdAt}, ${ratings.taskId}) < (${before.at.toISOString()}::timestamptz, ${before.taskId})`;
  return tx
    .select()
    .from(ratings)
    .where(and(eq(ratings.editorId, editorId), older ?? undefined))
    .orderBy(desc(ratings.createdAt), desc(ratings.taskId))
    .limit(limit);
}

/** Ratings of tasks after `after` that the user has given or received, by task. */
export async function listRatingsBy(
  tx: Reading,
  side: "given" | "received",
  query: { personId: number; after: number; limit: number },
) {
  const { taskId, stars, review, createdAt, changedAt, creatorId, editorId } = ratings;
  return tx
    .select({ taskId, stars, review, createdAt, changedAt })
    .from(ratings)
    .where(and(eq(side === "given" ? creatorId : editorId, query.personId), gt(taskId, query.after)))
    .orderBy(taskId)
    .limit(query.limit);
}
export type RatingOfPerson = Awaited<ReturnType<typeof listRatingsBy>>[number];
