import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context, Run } from "#core/server/context.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import { removeFile, removeVideo } from "../job-definitions.ts";
import type { Video } from "../tables.ts";
import { fileKey, posterKey, videoFolder } from "../videos/object-keys.ts";
import { changeVideoState, dropKeptPoster, lockVideoRow } from "../videos/queries.ts";
import { deleteFileRow, lockFile, markRemoving } from "./queries.ts";

interface Parts {
  run: Run;
  storage: ObjectStorage;
}

/**
 * Marks a video as deleted and enqueues the removal of its objects. With `keepPoster` its poster stays until it is
 * deleted once more without. False when there was nothing left to delete.
 */
export async function markVideoDeleted(
  ctx: Context,
  videoId: string,
  { keepPoster }: { keepPoster: boolean },
): Promise<boolean> {
  const change = { ...(!keepPoster && { posterDone: null }), deletedAt: ctx.now, writer: null };
  const deleted =
    (await changeVideoState(ctx.tx, videoId, "deleted", change)) ||
    (!keepPoster && (await dropKeptPoster(ctx.tx, videoId)));
  if (deleted) await ctx.enqueue(removeVideo, { videoId });
  return deleted;
}

/** Makes files unreadable and enqueues the removal of their objects and rows. Ignores unknown and removed ones. */
export async function markFilesDeleted(ctx: Context, fileIds: readonly string[]): Promise<void> {
  for (const fileId of await markRemoving(ctx.tx, fileIds)) await ctx.enqueue(removeFile, { fileId });
}

/**
 * Removes the stored objects of a video except those that its row keeps: everything of a video in use, the kept poster
 * of a deleted one. The only place that removes a video's objects; it reads the row on every call
 * (docs/decisions/0010).
 */
export async function removeVideoObjects({ run, storage }: Parts, videoId: string): Promise<void> {
  const video = await run(null, (ctx) => lockVideoRow(ctx.tx, videoId));
  // Discarded is final, and rows are inserted before the first byte is stored: neither can change after this point.
  if (video && !isDiscarded(video)) return;
  const kept = keptPosterKey(video);
  if (kept === null) return storage.removeAll(videoFolder(videoId));
  const keys: string[] = [];
  for await (const { key } of storage.list(videoFolder(videoId))) if (key !== kept) keys.push(key);
  for (const key of keys) await storage.remove(key);
}

/** The only object that may remain of a discarded video. */
export function keptPosterKey(video: Pick<Video, "id" | "posterDone"> | null): string | null {
  return video?.posterDone ? posterKey(video.id) : null;
}

/** Removes a file's object and then its row, unless the file is still readable. The only place that does. */
export async function removeFileObject({ run, storage }: Parts, fileId: string): Promise<void> {
  const file = await run(null, (ctx) => lockFile(ctx.tx, fileId));
  if (file && file.state !== "removing") return;
  await storage.remove(fileKey(fileId));
  await run(null, (ctx) => deleteFileRow(ctx.tx, fileId));
}
