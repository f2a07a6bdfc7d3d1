import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { after } from "#core/time.ts";

import { findLostWork } from "../job-definitions.ts";
import { askAgain, extrasFor } from "../reconciling/lost-work.ts";
import { videosAtWork } from "../store/reconciling.ts";
import type { MediaJobParts } from "./parts.ts";

/** Asks again for work that has vanished from the queue, or that the queue has given up (docs/decisions/0010). */
export function lostWorkWorker(
  parts: Pick<MediaJobParts, "run" | "traces" | "log"> & { tools: Pick<VideoTools, "ffmpeg"> },
): JobWorker {
  const { run, traces, tools, log } = parts;
  return worker(findLostWork, async (_data, signal) => {
    const videos = await run(null, (ctx) => videosAtWork(ctx.tx, after(ctx.now, -extrasFor)));
    for (const videoId of videos) {
      signal.throwIfAborted();
      const lost = await run(null, (ctx) => askAgain(ctx, { traces, draws: tools.ffmpeg !== null }, videoId));
      if (lost.length > 0) log.error({ videoId, jobs: lost }, "The queue had lost work on a video.");
    }
  });
}
