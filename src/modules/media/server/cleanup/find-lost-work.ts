import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { after } from "#core/time.ts";

import { findLostWork } from "../job-definitions.ts";
import type { MediaJobParts } from "../job-parts.ts";
import { optionalWorkLifetime, requeueLostWork } from "./lost-work.ts";
import { videosWithWork } from "./queries.ts";

/** Enqueues jobs again that are missing from the queue or have used all their retries (docs/decisions/0010). */
export function lostWorkWorker(
  parts: Pick<MediaJobParts, "run" | "jobStatus" | "log"> & { tools: Pick<VideoTools, "ffmpeg"> },
): JobWorker {
  const { run, jobStatus, tools, log } = parts;
  return worker(findLostWork, async (_data, signal) => {
    const videos = await run(null, (ctx) => videosWithWork(ctx.tx, after(ctx.now, -optionalWorkLifetime)));
    const queue = { jobStatus, hasFfmpeg: tools.ffmpeg !== null };
    for (const videoId of videos) {
      signal.throwIfAborted();
      const jobs = await run(null, (ctx) => requeueLostWork(ctx, queue, videoId));
      if (jobs.length > 0) log.error({ videoId, jobs }, "Enqueued lost jobs of a video again.");
    }
  });
}
