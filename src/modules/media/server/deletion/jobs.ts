import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import type { Video } from "../tables.ts";
import { fileKey, originalKey, renditionFolder, videoFolder } from "../videos/object-keys.ts";
import { lockVideoRow, updateVideo } from "../videos/queries.ts";
import { keptKeys } from "./kept-objects.ts";
import { deleteFileRow, lockFile } from "./queries.ts";

/** Removes the stored objects of a discarded video, except those that its row keeps. */
export const removeVideo = defineJob({
  job: "media.remove",
  data: z.object({ videoId: z.uuid() }),
  retries: 20,
  retryDelaySeconds: 10,
  expireSeconds: 600,
  concurrency: 2,
});

/** Files that one job removes at most. */
export const removedAtOnce = 500;

/** Removes the objects of damaged or deleted files, and the rows of deleted ones. */
export const removeStoredFiles = defineJob({
  job: "media.remove-files",
  data: z.object({ fileIds: z.array(z.uuid()).max(removedAtOnce) }),
  retries: 20,
  retryDelaySeconds: 10,
  expireSeconds: 600,
  concurrency: 2,
});

type Dependencies = Pick<MediaJobDependencies, "run" | "storage">;

/** Workers that remove the stored objects of deleted videos and files. */
export function deletionJobs(dependencies: Dependencies): JobWorker[] {
  return [
    worker(removeVideo, ({ videoId }) => removeVideoObjects(dependencies, videoId)),
    worker(removeStoredFiles, ({ fileIds }, signal) => removeFileObjects(dependencies, fileIds, signal)),
  ];
}

/**
 * Removes the stored objects of a video except those that its row keeps: everything of a video in use, the kept objects
 * of a deleted one. Records the size of what is left. The only place that removes a video's objects; it reads the row on every call
 * (docs/decisions/0016-rows-determine-files.md).
 */
export async function removeVideoObjects({ run, storage }: Dependencies, videoId: string): Promise<void> {
  const video = await run(null, (ctx) => lockVideoRow(ctx.tx, videoId));
  // Discarded is final, and rows are inserted before the first byte is stored: neither can change after this point.
  if (video && !isDiscarded(video)) return measureVideo({ run, storage }, video);
  const remainingKeys = keptKeys(video);
  if (remainingKeys.length === 0) await storage.removeAll(videoFolder(videoId));
  else {
    const keys: string[] = [];
    for await (const { key } of storage.list(videoFolder(videoId)))
      if (!remainingKeys.includes(key)) keys.push(key);
    for (const key of keys) await storage.remove(key);
  }
  if (video) await measureVideo({ run, storage }, video);
}

/** Records the size of a video's stored objects, unless its state has changed meanwhile. */
async function measureVideo({ run, storage }: Dependencies, video: Video): Promise<void> {
  const { id, state } = video;
  if (state === "receiving") return;
  const measured = { storedBytes: 0, originalBytes: 0, stillBytes: 0 };
  for await (const { key, bytes } of storage.list(videoFolder(id))) {
    measured.storedBytes += bytes;
    if (key === originalKey(id)) measured.originalBytes += bytes;
    else if (!key.startsWith(`${renditionFolder(id)}/`)) measured.stillBytes += bytes;
  }
  const columns = ["storedBytes", "originalBytes", "stillBytes"] as const;
  if (columns.every((column) => measured[column] === video[column])) return;
  await run(null, (ctx) => updateVideo(ctx.tx, id, measured, [state]));
}

/** Removes the objects of files one by one, which can be repeated after a crash. One that can't be removed doesn't block the others. */
async function removeFileObjects(
  dependencies: Dependencies,
  fileIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  for (const fileId of fileIds) {
    signal.throwIfAborted();
    await removeFileObject(dependencies, fileId).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some files could not be removed.");
}

/** Removes the object of a damaged file, or that of a deleted one and then its row. Does nothing for any other. The only place that does. */
export async function removeFileObject({ run, storage }: Dependencies, fileId: string): Promise<void> {
  const file = await run(null, (ctx) => lockFile(ctx.tx, fileId));
  if (file && file.state !== "removing" && file.state !== "damaged") return;
  await storage.resumable.abort(fileKey(fileId));
  await storage.remove(fileKey(fileId));
  await run(null, (ctx) => deleteFileRow(ctx.tx, fileId));
}
