import { buffer } from "node:stream/consumers";

import { z } from "zod";

import type { Probe } from "#adapters/ffmpeg/facts.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { videoTypeOfContainer } from "#core/video-types.ts";
import { measuredParts } from "#modules/media/rules/measurements.ts";
import { failureOfTools } from "#modules/media/rules/video-failures.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { storeMeasurement } from "../measuring/store-measurement.ts";
import type { Video } from "../tables.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import { originalKey } from "../videos/object-keys.ts";
import { updateVideo } from "../videos/queries.ts";
import { beginAttempt, runAttempt } from "./attempts.ts";
import { refuseVideo } from "./failure.ts";
import { measureVideoSound } from "./measure-sound.ts";
import { markReady } from "./progress.ts";
import { refineVideo } from "./refine.ts";
import { renderVideo } from "./render.ts";
import { makeVideoStills } from "./stills.ts";

/** Probes a received video and decides how it is played. */
export const prepareVideo = defineJob({
  job: "media.prepare",
  data: z.object({ videoId: z.uuid() }),
  retries: 30,
  retryDelaySeconds: 2,
  // The file may have to be downloaded from a remote store before it can be probed.
  expireSeconds: 2 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 1 },
});

/**
 * Probes a received file and decides: refused, playable as it is from now on, or a rendition is needed. Safe to kill and
 * to run twice: every step checks first whether the video still needs it.
 */
export function prepareWorker(dependencies: MediaJobDependencies): JobWorker {
  const { run, tools } = dependencies;
  return worker(prepareVideo, async ({ videoId }) => {
    const video = await run(null, (ctx) => beginAttempt(ctx, videoId, isReceived));
    if (!video) return;
    await runAttempt(dependencies, video, async () => {
      const probe = await probeOriginal(dependencies, originalKey(videoId));
      await run(null, async (ctx) => {
        if (!probe.ok) return refuseVideo(ctx, videoId, failureOfTools(probe));
        const { facts } = probe;
        const plan = tools.plan(facts);
        const share = videoJobOptions({ ...video, facts });
        const type = videoTypeOfContainer(facts.container, video.fileName) ?? video.type;
        if (plan.kind === "rendition" && !tools.ffmpeg) {
          return refuseVideo(ctx, videoId, { code: "no_ffmpeg", obstacle: plan.reason });
        }
        if (tools.ffmpeg) await ctx.enqueue(measureVideoSound, { videoId }, share);
        // A rendition may already be in progress from an earlier plan; it is only dropped where none can be made.
        if (plan.kind === "rendition" || (video.plays === "rendition" && tools.ffmpeg)) {
          const renditionHeight = video.renditionHeight ?? tools.renditionHeight(facts);
          await updateVideo(ctx.tx, videoId, { facts, type, plays: "rendition", renditionHeight }, [
            "preparing",
          ]);
          return ctx.enqueue(renderVideo, { videoId }, share);
        }
        const ready = await markReady(ctx, videoId, { facts, type, plays: "original", prepared: 1 });
        if (!ready) return;
        if (!tools.ffmpeg) return storeUnmeasured(ctx, videoId);
        await ctx.enqueue(makeVideoStills, { videoId }, share);
        await ctx.enqueue(refineVideo, { videoId }, share);
      });
    });
  });
}

/** Nothing can be measured on a server without ffmpeg. */
async function storeUnmeasured(ctx: Context, videoId: string): Promise<void> {
  for (const part of measuredParts)
    await storeMeasurement(ctx, videoId, { part, tools: "none", obstacle: "filter_missing" });
}

function isReceived({ state }: Video): boolean {
  return state === "preparing";
}

/** Reads only the needed ranges of a file in a remote store: nobody can watch before this is done. */
async function probeOriginal(
  { storage, tools }: Pick<MediaJobDependencies, "storage" | "tools">,
  key: string,
): Promise<Probe> {
  const remote = storage.localPath(key) === null ? await storage.stat(key) : null;
  if (remote) {
    const read = async (start: number, end: number) =>
      buffer(await storage.read(key, { start, end: end - 1 }));
    const probe = await tools.probeRemote({ bytes: remote.bytes, read });
    if (probe) return probe;
  }
  return storage.asFile(key, (path) => tools.probe(path));
}
