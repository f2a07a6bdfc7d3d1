import { z } from "zod";

import { AppError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";
import { uploadInactivityLimit } from "#modules/media/rules/uploads.ts";

import { markFilesDeleted } from "../deletion/deletion.ts";
import type { MediaJobDependencies } from "../dependencies.ts";
import { unclaimedFiles } from "../files/queries.ts";
import { sweepScratchFolders } from "../preparation/scratch-folder.ts";
import type { Upload } from "../tables.ts";
import { expireUpload, isInactive } from "../uploads/kinds.ts";
import { unclaimedVideos, uploadsToSweep } from "../uploads/queries.ts";
import { createUploadWriter, type UploadWriter } from "../uploads/upload-writer.ts";
import { abandonVideoUpload, formUploadTimeout, unclaimedLifetime } from "../uploads/video-uploads.ts";

/** Uploads per run; the others wait for the next. */
const batchSize = 500;

/** Completes or expires unattended uploads, and deletes unclaimed files. */
const sweepMedia = defineJob({
  job: "media.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  concurrency: 1,
  cron: "*/5 * * * *",
});

/** Completes or expires unattended uploads, deletes unclaimed files, and removes temporary files of crashed work. */
export function sweepWorker(
  dependencies: Pick<MediaJobDependencies, "run" | "read" | "lock" | "storage" | "scratchFolder">,
): JobWorker {
  const { run, storage, scratchFolder } = dependencies;
  const writer = createUploadWriter(dependencies);

  const sweepUpload = async (upload: Upload, now: Date): Promise<void> => {
    const complete = await completeIfStored(upload, writer);
    if (!complete && isInactive(upload, now)) await run(null, (ctx) => expireUpload(ctx, upload));
  };

  return worker(sweepMedia, async (_data, signal) => {
    await run(null, expireUnclaimed);
    const { uploads, now } = await run(null, async (ctx) => ({
      uploads: await uploadsToSweep(ctx.tx, {
        now: ctx.now,
        inactiveSince: after(ctx.now, -uploadInactivityLimit),
        limit: batchSize,
      }),
      now: ctx.now,
    }));
    // One failing upload blocks neither the others nor the rest of the sweep.
    const errors: unknown[] = [];
    for (const upload of uploads) {
      signal.throwIfAborted();
      await sweepUpload(upload, now).catch((error: unknown) => errors.push(error));
    }
    const yesterday = after(now, -day);
    await storage.sweep({ puts: yesterday, resumable: after(now, -2 * uploadInactivityLimit) });
    await sweepScratchFolders(scratchFolder, yesterday);
    if (errors.length > 0) throw new AggregateError(errors, "Some uploads could not be swept.");
  });
}

/** Completes an upload if all its bytes are stored; false otherwise. */
async function completeIfStored(upload: Upload, writer: UploadWriter): Promise<boolean> {
  try {
    return (await writer.received(upload)) === upload.bytes;
  } catch (error) {
    // There is no space for the remaining bytes, so they are missing; expiring the upload frees space.
    if (error instanceof AppError && error.status === 507) return false;
    // Cancelled meanwhile.
    if (error instanceof AppError && error.code === "upload_ended") return false;
    throw error;
  }
}

async function expireUnclaimed(ctx: Context): Promise<void> {
  const limits = {
    storedBefore: after(ctx.now, -unclaimedLifetime),
    begunBefore: after(ctx.now, -formUploadTimeout),
  };
  await markFilesDeleted(ctx, await unclaimedFiles(ctx.tx, limits));
  for (const video of await unclaimedVideos(ctx.tx, limits)) await abandonVideoUpload(ctx, video.id);
}
