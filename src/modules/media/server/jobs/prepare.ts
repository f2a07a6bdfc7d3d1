import { buffer } from "node:stream/consumers";

import type { Probe } from "#adapters/ffmpeg/facts.ts";
import type { PlaybackPlan } from "#adapters/ffmpeg/plan.ts";
import { type JobWorker, worker } from "#core/server/job.ts";

import { drawStills, prepareVideo, refineVideo, renderVideo } from "../job-definitions.ts";
import { originalKey } from "../keys.ts";
import { beginAttempt, makeReady, refuseVideo } from "../preparing.ts";
import { changeVideo } from "../store/videos.ts";
import type { Video } from "../tables.ts";
import { attempt } from "./attempt.ts";
import type { MediaJobParts } from "./parts.ts";

/**
 * Looks at a received file and decides: refused, watchable as it is from this moment on, or a rendition to be made.
 * Safe to be killed and to run twice: every step asks first whether the video still waits for it.
 */
export function prepareWorker(parts: MediaJobParts): JobWorker {
  const { run, tools } = parts;
  return worker(prepareVideo, async ({ videoId }) => {
    const video = await run(null, (ctx) => beginAttempt(ctx, videoId, isReceived));
    if (!video) return;
    await attempt(parts, video, async () => {
      const probe = await look(parts, originalKey(videoId));
      await run(null, async (ctx) => {
        if (!probe.ok) return refuseVideo(ctx, videoId, probe.message);
        const { facts } = probe;
        const plan = tools.plan(facts);
        if (plan.kind === "rendition" && !tools.ffmpeg) {
          return refuseVideo(ctx, videoId, withoutFfmpeg(plan));
        }
        // A rendition that was decided once may be on its way: a newer plan calls it off only where none can be made.
        if (plan.kind === "rendition" || (video.plays === "rendition" && tools.ffmpeg)) {
          const renditionHeight = video.renditionHeight ?? tools.renditionHeight(facts);
          await changeVideo(ctx.tx, videoId, { facts, plays: "rendition", renditionHeight }, ["preparing"]);
          return ctx.enqueue(renderVideo, { videoId });
        }
        const ready = await makeReady(ctx, videoId, { facts, plays: "original", prepared: 1 });
        if (!ready || !tools.ffmpeg) return;
        await ctx.enqueue(drawStills, { videoId });
        await ctx.enqueue(refineVideo, { videoId });
      });
    });
  });
}

function isReceived({ state }: Video): boolean {
  return state === "preparing";
}

/** Fetches no more than it needs where the file lies elsewhere: nobody can watch before this is done. */
async function look(
  { storage, tools }: Pick<MediaJobParts, "storage" | "tools">,
  key: string,
): Promise<Probe> {
  const distant = storage.localPath(key) === null ? await storage.stat(key) : null;
  if (distant) {
    const read = async (start: number, end: number) =>
      buffer(await storage.read(key, { start, end: end - 1 }));
    const probe = await tools.probeDistant({ bytes: distant.bytes, read });
    if (probe) return probe;
  }
  return storage.asFile(key, (path) => tools.probe(path));
}

function withoutFfmpeg(plan: Extract<PlaybackPlan, { kind: "rendition" }>): string {
  return `This video ${plan.reason}, so browsers can't play it, and this server has no ffmpeg to convert it. Export it as H.264 in MP4 and upload that.`;
}
