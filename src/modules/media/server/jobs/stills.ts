import { type JobWorker, worker } from "#core/server/job.ts";

import { drawStills } from "../job-definitions.ts";
import { originalKey } from "../keys.ts";
import { moveOn } from "../preparing.ts";
import { findVideo } from "../store/videos.ts";
import { attemptExtra } from "./attempt.ts";
import { clearVideo } from "./clear-stored.ts";
import type { MediaJobParts } from "./parts.ts";
import { publishStills } from "./publish-rendition.ts";
import { withScratch } from "./scratch.ts";

/** Makes poster, storyboard and waveform of a video that can be watched without them. Nothing waits for them. */
export function stillsWorker(parts: MediaJobParts): JobWorker {
  return worker(drawStills, async ({ videoId }, signal) => {
    await attemptExtra(parts, { videoId, signal }, (until) => draw(parts, videoId, until));
    await clearVideo(parts, videoId);
  });
}

async function draw(parts: MediaJobParts, videoId: string, signal: AbortSignal): Promise<void> {
  const { run, storage, tools, scratchFolder } = parts;
  const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
  if (video?.state !== "ready" || video.stillsDone || !video.facts || !tools.ffmpeg) return;
  const { facts } = video;
  await withScratch(scratchFolder, `${videoId}-stills`, async (folder) => {
    const stills = await storage.asFile(originalKey(videoId), (source) =>
      tools.makeStills({ source, folder, facts, signal }),
    );
    await publishStills(storage, videoId, folder, stills);
  });
  await run(null, (ctx) => moveOn(ctx, video, "stills", { posterDone: ctx.now, stillsDone: ctx.now }));
}
