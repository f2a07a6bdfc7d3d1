import { chunk } from "#core/chunk.ts";
import type { Context } from "#core/server/context.ts";

import { changeVideoState, dropKeptObjects, lockVideoRow } from "../videos/queries.ts";
import { removedAtOnce, removeStoredFiles, removeVideo } from "./jobs.ts";
import { smallestFile } from "./kept-objects.ts";
import { deleteUploads, markRemoving } from "./queries.ts";

/** The files that are kept of a deleted video: its poster, or its poster and its smallest file (`smallestFile`) with its captions and sound tracks. */
export type Keep = "nothing" | "poster" | "playback";

/**
 * Marks a video as deleted and enqueues the removal of its objects, except those to keep, which stay until it is deleted
 * once more with `nothing`. False when there was nothing left to delete.
 */
export async function markVideoDeleted(ctx: Context, videoId: string, keep: Keep): Promise<boolean> {
  const video = keep === "playback" ? await lockVideoRow(ctx.tx, videoId) : null;
  const change = {
    ...(keep === "nothing" && { posterDone: null }),
    ...(video && { keptFile: smallestFile(video) }),
    deletedAt: ctx.now,
  };
  const deleted =
    (await changeVideoState(ctx.tx, videoId, "deleted", change)) ||
    (keep === "nothing" && (await dropKeptObjects(ctx.tx, videoId)));
  await deleteUploads(ctx.tx, [videoId]);
  if (deleted) await ctx.enqueue(removeVideo, { videoId });
  return deleted;
}

/** Makes files unreadable and enqueues the removal of their objects and rows. Ignores unknown and removed ones. */
export async function markFilesDeleted(ctx: Context, fileIds: readonly string[]): Promise<void> {
  const removed = await markRemoving(ctx.tx, fileIds);
  await deleteUploads(ctx.tx, removed);
  for (const fileIds of chunk(removed, removedAtOnce)) await ctx.enqueue(removeStoredFiles, { fileIds });
}
