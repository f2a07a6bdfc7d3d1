import { and, asc, eq, getTableColumns, inArray, isNotNull, or, sql } from "drizzle-orm";

import type { Context } from "#core/server/context.ts";
import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { isDiscarded, statesBefore, type VideoState } from "#modules/media/rules/video-states.ts";

import { type Video, videos } from "../tables.ts";

export type NewVideo = typeof videos.$inferInsert;
/** Columns that may change besides the state. */
export type VideoChange = Partial<Omit<NewVideo, "id" | "state">>;

export async function insertVideo(tx: Transaction, video: Omit<NewVideo, "state">): Promise<void> {
  await tx.insert(videos).values({ ...video, state: "receiving" });
}

const videoById = prepared("video", (db) =>
  db
    .select()
    .from(videos)
    .where(eq(videos.id, sql.placeholder("id"))),
);

export async function findVideo(tx: Reading, id: string): Promise<Video | null> {
  const [row] = await videoById(tx).execute({ id });
  return row ?? null;
}

export async function findVideos(tx: Transaction, ids: readonly string[]): Promise<Video[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(videos)
    .where(inArray(videos.id, [...ids]));
}

/** The given videos that have a poster. */
export async function withPoster(
  tx: Reading,
  ids: readonly string[],
): Promise<Pick<Video, "id" | "taskId">[]> {
  if (ids.length === 0) return [];
  return tx
    .select({ id: videos.id, taskId: videos.taskId })
    .from(videos)
    .where(and(inArray(videos.id, [...ids]), isNotNull(videos.posterDone)));
}

/** The row, locked until the transaction ends. */
export async function lockVideoRow(tx: Transaction, id: string): Promise<Video | null> {
  const [row] = await tx.select().from(videos).where(eq(videos.id, id)).for("update");
  return row ?? null;
}

const nothingStored = { storedBytes: 0, originalBytes: 0, stillBytes: 0 };

/**
 * Changes a video's state along the state table, and other columns with it. False, and nothing is changed, where its
 * current state does not lead to `next`. The only place that writes `state`.
 */
export async function changeVideoState(
  tx: Transaction,
  id: string,
  next: VideoState,
  change: VideoChange = {},
): Promise<boolean> {
  const changed = await tx
    .update(videos)
    .set({ ...change, ...(isDiscarded({ state: next }) && nothingStored), state: next })
    .where(and(eq(videos.id, id), inArray(videos.state, statesBefore(next))))
    .returning({ id: videos.id });
  return changed.length > 0;
}

/** Changes columns of a video; with `states` only while it is in one of them. False when nothing was changed. */
export async function updateVideo(
  tx: Transaction,
  id: string,
  change: VideoChange,
  states?: readonly VideoState[],
): Promise<boolean> {
  const within = states && inArray(videos.state, [...states]);
  const changed = await tx
    .update(videos)
    .set(change)
    .where(and(eq(videos.id, id), within))
    .returning({ id: videos.id });
  return changed.length > 0;
}

/** The references of a deleted video to its kept objects. */
export type KeptReferences = Pick<VideoChange, "posterDone" | "keptFile" | "captions" | "sounds">;

/** Removes the references to the objects that were kept of a deleted video; false when it has none. */
export async function dropKeptObjects(
  tx: Transaction,
  id: string,
  dropped: KeptReferences = { posterDone: null, keptFile: null },
): Promise<boolean> {
  const hasFiles = or(isNotNull(videos.posterDone), isNotNull(videos.keptFile));
  const changed = await tx
    .update(videos)
    .set(dropped)
    .where(and(eq(videos.id, id), eq(videos.state, "deleted"), hasFiles))
    .returning({ id: videos.id });
  return changed.length > 0;
}

/** A video, and its time of creation in full precision. */
export interface ListedVideo {
  video: Video;
  place: string;
}

/** Videos that a user has uploaded after `last`, deleted ones included; oldest first. */
export async function listPersonVideos(
  tx: Reading,
  query: { personId: number; last: ListedVideo | null; limit: number },
): Promise<ListedVideo[]> {
  const { personId, createdAt, id } = videos;
  const { last } = query;
  const after = last && sql`(${createdAt}, ${id}) > (${last.place}::timestamptz, ${last.video.id})`;
  return tx
    .select({ video: getTableColumns(videos), place: sql<string>`${createdAt}::text` })
    .from(videos)
    .where(and(eq(personId, query.personId), after ?? undefined))
    .orderBy(asc(createdAt), asc(id))
    .limit(query.limit);
}

/**
 * The video, locked until the transaction ends; null unless it is in one of `states`. Its owner is locked first, because
 * event handlers of later modules lock it while the video is locked.
 */
export async function lockVideo(
  ctx: Context,
  videoId: string,
  states: readonly VideoState[],
): Promise<Video | null> {
  const seen = await findVideo(ctx.tx, videoId);
  if (!seen || !states.includes(seen.state)) return null;
  if (seen.taskId !== null) await ctx.lockTask(seen.taskId);
  const video = await lockVideoRow(ctx.tx, videoId);
  return video && states.includes(video.state) ? video : null;
}
