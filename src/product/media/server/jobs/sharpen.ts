import path from "node:path";

import { type JobWorker, worker } from "#foundation/server/job.ts";

import { sharpenVideo } from "../job-definitions.ts";
import { originalKey, renditionFolder, sharpName } from "../keys.ts";
import { moveOn } from "../preparing.ts";
import { findVideo } from "../store/videos.ts";
import { attemptExtra } from "./attempt.ts";
import { clearVideo } from "./clear-stored.ts";
import type { MediaJobParts } from "./parts.ts";
import { storeFile } from "./publish-rendition.ts";
import { withScratch } from "./scratch.ts";

/** Runs only when nothing else wants the processor. */
const lowestPriority = 19;

/** Makes the sharper file that the plan found worth making. Players take it the next time they are opened. */
export function sharpenWorker(parts: MediaJobParts): JobWorker {
  return worker(sharpenVideo, async ({ videoId }, signal) => {
    await attemptExtra(parts, videoId, () => sharpen(parts, videoId, signal));
    await clearVideo(parts, videoId);
  });
}

async function sharpen(parts: MediaJobParts, videoId: string, signal: AbortSignal): Promise<void> {
  const { run, storage, tools, scratchFolder } = parts;
  const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
  if (video?.state !== "ready" || video.sharpDone || !video.facts || !tools.ffmpeg) return;
  const { facts } = video;
  const { first, later: height } = tools.heights(facts);
  if (video.plays !== "rendition" || height === null || height <= (video.renditionHeight ?? first)) return;
  await withScratch(scratchFolder, `${videoId}-sharp`, async (folder) => {
    const order = { folder, facts, height, stills: false, niceness: lowestPriority, signal };
    const made = await storage.asFile(originalKey(videoId), (source) =>
      tools.makeRendition({ source, ...order }),
    );
    await storeFile(storage, path.join(folder, made.file), `${renditionFolder(videoId)}/${sharpName}`);
  });
  await run(null, (ctx) => moveOn(ctx, video, "rendition", { sharpDone: ctx.now }));
}
