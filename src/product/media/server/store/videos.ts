import { and, eq, inArray } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";

import { type Video, videos } from "../tables.ts";

export type NewVideo = typeof videos.$inferInsert;

export async function insertVideo(tx: Transaction, video: NewVideo): Promise<void> {
  await tx.insert(videos).values(video);
}

export async function findVideo(tx: Transaction, id: string): Promise<Video | null> {
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

/** Changes a video that is in one of `states`; null when it is in none of them (any more). */
export async function changeVideo(
  tx: Transaction,
  id: string,
  states: readonly Video["state"][],
  change: Partial<NewVideo>,
): Promise<Video | null> {
  const [row] = await tx
    .update(videos)
    .set(change)
    .where(and(eq(videos.id, id), inArray(videos.state, [...states])))
    .returning();
  return row ?? null;
}
