import type { ObjectStorage } from "#devices/object-storage/storage.ts";
import type { Context } from "#foundation/server/context.ts";
import { type JobWorker, worker } from "#foundation/server/job.ts";
import { after, day } from "#foundation/time.ts";

import { removeFile, removeVideo, sweepMedia } from "../job-definitions.ts";
import { fileKey, posterKey, videoFolder } from "../keys.ts";
import { abandonedAfter, giveUpUpload, isAbandoned, stagedFor } from "../receiving.ts";
import { forgetFile, markRemoving, unkeptFiles } from "../store/files.ts";
import { idleUploads, unclaimedVideos } from "../store/uploads.ts";
import type { Video } from "../tables.ts";
import { createUploadWriting } from "../upload-writing.ts";
import type { MediaJobParts } from "./parts.ts";
import { sweepScratch } from "./scratch.ts";

/** Uploads looked at in one sweep; the rest waits for the next. */
const sweepSize = 500;

/** Workers that really delete, and the one that clears up after crashes and people who left. */
export function clearingWorkers(
  parts: Pick<MediaJobParts, "run" | "storage" | "scratchFolder">,
): JobWorker[] {
  const { run, storage, scratchFolder } = parts;

  const removeVideoBytes = worker(removeVideo, async ({ videoId, keepPoster }) => {
    if (keepPoster) await removeAllBut(storage, videoFolder(videoId), posterKey(videoId));
    else await storage.removeAll(videoFolder(videoId));
  });

  const removeFileBytes = worker(removeFile, async ({ fileId }) => {
    await storage.remove(fileKey(fileId));
    await run(null, (ctx) => forgetFile(ctx.tx, fileId));
  });

  const sweep = worker(sweepMedia, async (_data, signal) => {
    await run(null, clearUnclaimed);
    const writing = createUploadWriting({ run, storage });
    const { uploads, now } = await run(null, async (ctx) => ({
      uploads: await idleUploads(ctx.tx, ctx.now, sweepSize),
      now: ctx.now,
    }));
    for (const video of uploads) {
      signal.throwIfAborted();
      await sweepUpload(video, now, writing);
    }
    await storage.sweep(after(now, -2 * abandonedAfter));
    await sweepScratch(scratchFolder, after(now, -day));
  });

  /** Completes an upload whose last byte is stored, and gives up one that nobody continues. */
  const sweepUpload = async (
    video: Video,
    now: Date,
    writing: ReturnType<typeof createUploadWriting>,
  ): Promise<void> => {
    const received = await writing.received(video);
    if (received === video.bytes || !isAbandoned(video, now)) return;
    await run(null, (ctx) => giveUpUpload(ctx, video.id));
  };

  return [removeVideoBytes, removeFileBytes, sweep];
}

/** Lets go what forms have brought and no action has taken. */
async function clearUnclaimed(ctx: Context): Promise<void> {
  const before = after(ctx.now, -stagedFor);
  const files = await markRemoving(ctx.tx, await unkeptFiles(ctx.tx, before));
  for (const fileId of files) await ctx.enqueue(removeFile, { fileId });
  for (const video of await unclaimedVideos(ctx.tx, before)) await giveUpUpload(ctx, video.id);
}

async function removeAllBut(storage: ObjectStorage, folder: string, kept: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.list(folder)) if (key !== kept) keys.push(key);
  for (const key of keys) await storage.remove(key);
}
