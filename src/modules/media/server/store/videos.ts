import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";

import { isOneOf, prepared, type Reading, type Transaction } from "#core/server/database.ts";

import { type Video, videos } from "../tables.ts";

export type NewVideo = typeof videos.$inferInsert;

export async function insertVideo(tx: Transaction, video: NewVideo): Promise<void> {
  await tx.insert(videos).values(video);
}

export async function findVideo(tx: Reading, id: string): Promise<Video | null> {
  const [row] = await tx.select().from(videos).where(eq(videos.id, id));
  return row ?? null;
}

export async function findVideos(tx: Transaction, ids: readonly string[]): Promise<Video[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(videos)
    .where(inArray(videos.id, [...ids]));
}

const videosWithPoster = prepared("videos_with_poster", (db) =>
  db
    .select({ id: videos.id, subject: videos.subject })
    .from(videos)
    .where(and(isOneOf(videos.id, sql.placeholder("ids")), isNotNull(videos.posterDone))),
);

/** Those of the videos that have a poster. */
export async function withPoster(
  tx: Reading,
  ids: readonly string[],
): Promise<Pick<Video, "id" | "subject">[]> {
  return ids.length === 0 ? [] : videosWithPoster(tx).execute({ ids });
}

/** The row, locked until the transaction ends. */
export async function lockVideo(tx: Transaction, id: string): Promise<Video | null> {
  const [row] = await tx.select().from(videos).where(eq(videos.id, id)).for("update");
  return row ?? null;
}

/**
 * Takes a run of preparation back that ended well, or for reasons outside the video. Others may be running beside it, and
 * the count may have been set back to none meanwhile.
 */
export async function takeBackAttempt(tx: Transaction, id: string): Promise<void> {
  const attempts = sql`greatest(${videos.attempts} - 1, 0)`;
  await tx.update(videos).set({ attempts }).where(eq(videos.id, id));
}

/** Changes a video; with `states` only while it is in one of them. False when nothing was changed. */
export async function changeVideo(
  tx: Transaction,
  id: string,
  change: Partial<NewVideo>,
  states?: readonly Video["state"][],
): Promise<boolean> {
  const within = states && inArray(videos.state, [...states]);
  const changed = await tx
    .update(videos)
    .set(change)
    .where(and(eq(videos.id, id), within))
    .returning({ id: videos.id });
  return changed.length > 0;
}

/** Lets the poster go that a deleted video has kept; false when it has kept none. */
export async function dropPoster(tx: Transaction, id: string): Promise<boolean> {
  const dropped = await tx
    .update(videos)
    .set({ posterDone: null })
    .where(and(eq(videos.id, id), eq(videos.state, "deleted"), isNotNull(videos.posterDone)))
    .returning({ id: videos.id });
  return dropped.length > 0;
}

/** Videos that a person has sent, also those that are deleted by now; oldest first. */
export async function videosOf(tx: Transaction, personId: number): Promise<Video[]> {
  return tx.select().from(videos).where(eq(videos.personId, personId)).orderBy(asc(videos.createdAt));
}
