import { createHash } from "node:crypto";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { createMinorGc } from "#core/server/minor-gc.ts";

import { noteStoredDigest } from "../digests.ts";
import { hashOriginal } from "../job-definitions.ts";
import { originalKey } from "../keys.ts";
import { findVideo } from "../store/videos.ts";

/** Reads the stored original once and records its SHA-256 (docs/decisions/0004, 0017). */
export function hashWorker(parts: { run: Run; storage: ObjectStorage }): JobWorker {
  const { run, storage } = parts;
  return worker(hashOriginal, async ({ videoId }, signal) => {
    const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
    if (!video || video.sha256 || (video.state !== "preparing" && video.state !== "ready")) return;
    const sha256 = await hashOf(storage, originalKey(videoId), signal);
    await run(null, (ctx) => noteStoredDigest(ctx, videoId, sha256));
  });
}

async function hashOf(storage: ObjectStorage, key: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const collect = createMinorGc();
  const stream = await storage.read(key);
  for await (const piece of stream) {
    signal.throwIfAborted();
    hash.update(piece);
    collect(piece.length);
  }
  return hash.digest("hex");
}
