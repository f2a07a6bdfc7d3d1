import { AppError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";

import { removeFile, removeVideo, sweepMedia } from "../job-definitions.ts";
import {
  abandonedAfter,
  expireUpload,
  formPatience,
  abandonUpload,
  isAbandoned,
  stagedFor,
} from "../receiving.ts";
import { markRemoving, unkeptFiles } from "../store/files.ts";
import { uploadsToSettle, unclaimedVideos } from "../store/uploads.ts";
import type { Video } from "../tables.ts";
import { createUploadWriting, type UploadWriting } from "../upload-writing.ts";
import { clearFile, clearVideo } from "./clear-stored.ts";
import type { MediaJobParts } from "./parts.ts";
import { sweepScratch } from "./scratch.ts";

/** Uploads looked at in one sweep; the rest waits for the next. */
const sweepSize = 500;

/** Workers that really delete, and the one that clears up after crashes and people who left. */
export function clearingWorkers(
  parts: Pick<MediaJobParts, "run" | "storage" | "scratchFolder">,
): JobWorker[] {
  const { run, storage, scratchFolder } = parts;

  const removeVideoBytes = worker(removeVideo, async ({ videoId }) => clearVideo(parts, videoId));
  const removeFileBytes = worker(removeFile, async ({ fileId }) => clearFile(parts, fileId));

  const sweep = worker(sweepMedia, async (_data, signal) => {
    await run(null, clearUnclaimed);
    const writing = createUploadWriting({ run, storage });
    const { uploads, now } = await run(null, async (ctx) => ({
      uploads: await uploadsToSettle(ctx.tx, {
        now: ctx.now,
        abandoned: after(ctx.now, -abandonedAfter),
        limit: sweepSize,
      }),
      now: ctx.now,
    }));
    // One upload that can't be settled holds up neither the others nor the rest of the sweep.
    const problems: unknown[] = [];
    for (const video of uploads) {
      signal.throwIfAborted();
      await settleUpload(video, now, writing).catch((error: unknown) => problems.push(error));
    }
    const yesterday = after(now, -day);
    await storage.sweep({ puts: yesterday, resumable: after(now, -2 * abandonedAfter) });
    await sweepScratch(scratchFolder, yesterday);
    if (problems.length > 0) throw new AggregateError(problems, "Some uploads could not be swept.");
  });

  /** Completes an upload whose last byte is stored, and gives up one that nobody continues. */
  const settleUpload = async (video: Video, now: Date, writing: UploadWriting): Promise<void> => {
    const whole = await isWhole(video, writing);
    if (!whole && isAbandoned(video, now)) await run(null, (ctx) => expireUpload(ctx, video.id));
  };

  return [removeVideoBytes, removeFileBytes, sweep];
}

/** Whether all bytes are stored; then the upload has been completed by this. */
async function isWhole(video: Video, writing: UploadWriting): Promise<boolean> {
  try {
    return (await writing.received(video)) === video.bytes;
  } catch (error) {
    // The disk is too full for the rest, so the rest is missing; giving this one up makes room.
    if (error instanceof AppError && error.code === "no_space") return false;
    // Cancelled meanwhile.
    if (error instanceof AppError && error.code === "upload_over") return false;
    throw error;
  }
}

/** Lets go what forms have brought and no action has taken. */
async function clearUnclaimed(ctx: Context): Promise<void> {
  const waiting = { before: after(ctx.now, -stagedFor), begun: after(ctx.now, -formPatience) };
  const files = await markRemoving(ctx.tx, await unkeptFiles(ctx.tx, waiting));
  for (const fileId of files) await ctx.enqueue(removeFile, { fileId });
  for (const video of await unclaimedVideos(ctx.tx, waiting)) await abandonUpload(ctx, video.id);
}
