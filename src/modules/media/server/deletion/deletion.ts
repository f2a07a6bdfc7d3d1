import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context, Run } from "#core/server/context.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import { removeFile, removeVideo } from "../job-definitions.ts";
import type { Video } from "../tables.ts";
import { fileKey, videoFolder } from "../videos/object-keys.ts";
import { changeVideoState, dropKeptObjects, lockVideoRow, updateVideo } from "../videos/queries.ts";
import { keptKeys, smallestFileOf } from "./kept-objects.ts";
import { deleteFileRow, lockFile, markRemoving } from "./queries.ts";

interface Parts {
  run: Run;
  storage: ObjectStorage;
}

/** The files that are kept of a deleted video: its poster, or its poster and its smallest file (`smallestFileOf`) with its captions. */
export type Keep = "nothing" | "poster" | "playback";

/**
 * Marks a video as deleted and enqueues the removal of its objects, except those to keep, which stay until it is deleted
 * once more with `nothing`. False when there was nothing left to delete.
 */
export async function markVideoDeleted(ctx: Context, videoId: string, keep: Keep): Promise<boolean> {
  const video = keep === "playback" ? await lockVideoRow(ctx.tx, videoId) : null;
  const change = {
    ...(keep === "nothing" && { posterDone: null }),
    ...(video && { keptFile: smallestFileOf(video) }),
    deletedAt: ctx.now,
    writer: null,
  };
  const deleted =
    (await changeVideoState(ctx.tx, videoId, "deleted", change)) ||
    (keep === "nothing" && (await dropKeptObjects(ctx.tx, videoId)));
  if (deleted) await ctx.enqueue(removeVideo, { videoId });
  return deleted;
}

/** Makes files unreadable and enqueues the removal of their objects and rows. Ignores unknown and removed ones. */
export async function markFilesDeleted(ctx: Context, fileIds: readonly string[]): Promise<void> {
  for (const fileId of await markRemoving(ctx.tx, fileIds)) await ctx.enqueue(removeFile, { fileId });
}

/**
 * Removes the stored objects of a video except those that its row keeps: everything of a video in use, the kept objects
 * of a deleted one. Records the size of what is left. The only place that removes a video's objects; it reads the row on every call
 * (docs/decisions/0010).
 */
export async function removeVideoObjects({ run, storage }: Parts, videoId: string): Promise<void> {
  const video = await run(null, (ctx) => lockVideoRow(ctx.tx, videoId));
  // Discarded is final, and rows are inserted before the first byte is stored: neither can change after this point.
  if (video && !isDiscarded(video)) return measureVideo({ run, storage }, video);
  const kept = keptKeys(video);
  if (kept.length === 0) await storage.removeAll(videoFolder(videoId));
  else {
    const keys: string[] = [];
    for await (const { key } of storage.list(videoFolder(videoId))) if (!kept.includes(key)) keys.push(key);
    for (const key of keys) await storage.remove(key);
  }
  if (video) await measureVideo({ run, storage }, video);
}

/** Records the size of a video's stored objects, unless its state has changed meanwhile. */
async function measureVideo({ run, storage }: Parts, { id, state, storedBytes }: Video): Promise<void> {
  if (state === "receiving") return;
  let measured = 0;
  for await (const { bytes } of storage.list(videoFolder(id))) measured += bytes;
  if (measured === storedBytes) return;
  await run(null, (ctx) => updateVideo(ctx.tx, id, { storedBytes: measured }, [state]));
}

/** Removes a file's object and then its row, unless the file is still readable. The only place that does. */
export async function removeFileObject({ run, storage }: Parts, fileId: string): Promise<void> {
  const file = await run(null, (ctx) => lockFile(ctx.tx, fileId));
  if (file && file.state !== "removing") return;
  await storage.remove(fileKey(fileId));
  await run(null, (ctx) => deleteFileRow(ctx.tx, fileId));
}
