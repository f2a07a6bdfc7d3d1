import { createHash } from "node:crypto";

import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { originalKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { recordStoredDigest } from "./digests.ts";

/** Computes the SHA-256 of the stored original (docs/decisions/0013-digests-and-chunks.md). */
export const hashOriginal = defineJob({
  job: "media.hash",
  data: z.object({ videoId: z.uuid() }),
  retries: 30,
  retryDelaySeconds: 10,
  expireSeconds: 2 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Computes the SHA-256 of the stored original (docs/decisions/0013-digests-and-chunks.md). */
export function hashWorker(dependencies: Pick<MediaJobDependencies, "run" | "storage">): JobWorker {
  const { run, storage } = dependencies;
  return worker(hashOriginal, async ({ videoId }, signal) => {
    const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
    if (!video || video.sha256 || (video.state !== "preparing" && video.state !== "ready")) return;
    const sha256 = await digestOfFile(storage, originalKey(videoId), signal);
    await run(null, (ctx) => recordStoredDigest(ctx, videoId, sha256));
  });
}

async function digestOfFile(storage: ObjectStorage, key: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const stream = await storage.read(key);
  for await (const piece of stream) {
    signal.throwIfAborted();
    hash.update(piece);
  }
  return hash.digest("hex");
}
