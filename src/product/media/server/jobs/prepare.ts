import type { PlaybackPlan } from "#devices/ffmpeg/plan.ts";
import { type JobWorker, worker } from "#foundation/server/job.ts";

import { drawStills, prepareVideo, renderVideo } from "../job-definitions.ts";
import { originalKey } from "../keys.ts";
import { beginAttempt, makeReady, refuseVideo } from "../preparing.ts";
import { changeVideo } from "../store/videos.ts";
import { attempt } from "./attempt.ts";
import type { MediaJobParts } from "./parts.ts";

/**
 * Looks at a received file and decides: refused, watchable as it is from this moment on, or a rendition to be made.
 * Safe to be killed and to run twice: every step asks first whether the video still waits for it.
 */
export function prepareWorker(parts: MediaJobParts): JobWorker {
  const { run, storage, tools } = parts;
  return worker(prepareVideo, async ({ videoId }) => {
    const video = await run(null, (ctx) => beginAttempt(ctx, videoId, ["preparing"]));
    if (!video) return;
    await attempt(parts, video, async () => {
      const probe = await storage.asFile(originalKey(videoId), (path) => tools.probe(path));
      await run(null, async (ctx) => {
        if (!probe.ok) return refuseVideo(ctx, videoId, probe.message);
        const { facts } = probe;
        const plan = tools.plan(facts);
        if (plan.kind === "rendition") {
          if (!tools.ffmpeg) return refuseVideo(ctx, videoId, withoutFfmpeg(plan));
          await changeVideo(ctx.tx, videoId, { facts, plays: "rendition" }, ["preparing"]);
          return ctx.enqueue(renderVideo, { videoId });
        }
        const ready = await makeReady(ctx, videoId, { facts, plays: "original", prepared: 1 });
        if (ready && tools.ffmpeg) await ctx.enqueue(drawStills, { videoId });
      });
    });
  });
}

function withoutFfmpeg(plan: Extract<PlaybackPlan, { kind: "rendition" }>): string {
  return `This video ${plan.reason}, so browsers can't play it, and this server has no ffmpeg to convert it. Export it as H.264 in MP4 and upload that.`;
}
