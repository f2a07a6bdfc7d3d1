import path from "node:path";

import { z } from "zod";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { MadeRendition } from "#adapters/ffmpeg/plan.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { hasSlowSteps } from "#modules/media/rules/playback.ts";

import { removeVideoObjects } from "../deletion/jobs.ts";
import type { MediaJobDependencies } from "../dependencies.ts";
import { partsMeasured } from "../measuring/queries.ts";
import { storePicture } from "../measuring/store-picture.ts";
import { requireUnreservedSpace } from "../space/disk-space.ts";
import type { Video } from "../tables.ts";
import {
  lightName,
  originalKey,
  renditionFolder,
  renditionName,
  highResolutionName,
} from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { runOptionalWork } from "./attempts.ts";
import { recordProgress } from "./progress.ts";
import { storeFile } from "./publish-rendition.ts";
import { withScratchFolder } from "./scratch-folder.ts";
import { storeSounds } from "./sounds.ts";

/** Makes the sound tracks to choose from, a rendition of higher resolution and a light rendition of a playable video, and measures the picture of a long one. */
export const refineVideo = defineJob({
  job: "media.refine",
  data: z.object({ videoId: z.uuid() }),
  retries: 10,
  retryDelaySeconds: 60,
  expireSeconds: 23 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Makes first the sound tracks, then the rendition of higher resolution and the light rendition where they are worthwhile. */
export function refineWorker(dependencies: MediaJobDependencies): JobWorker {
  return worker(refineVideo, async ({ videoId }, signal) => {
    const video = { videoId, signal };
    // Sound tracks that can't be made must not prevent renditions.
    await runOptionalWork(dependencies, video, (until) => storeSounds(dependencies, videoId, until));
    await runOptionalWork(dependencies, video, (until) => refine(dependencies, videoId, until));
    await removeVideoObjects(dependencies, videoId);
  });
}

async function refine(
  dependencies: MediaJobDependencies,
  videoId: string,
  signal: AbortSignal,
): Promise<void> {
  const { run, storage, tools, scratchFolder } = dependencies;
  const [video, parts] = await run(null, async (ctx) => [
    await findVideo(ctx.tx, videoId),
    await partsMeasured(ctx.tx, videoId),
  ]);
  if (video?.state !== "ready" || !video.facts || !tools.ffmpeg) return;
  const { facts } = video;
  const { highResolution, light } = tools.deferredHeights(
    facts,
    await firstRendition(dependencies, video, facts),
    hasSlowSteps(facts),
  );
  const heights = new Map<string, number>();
  if (!video.highResolutionDone && highResolution !== null) heights.set(highResolutionName, highResolution);
  if (!video.lightDone && light !== null) heights.set(lightName, light);
  // That of others is measured with the stills or the first rendition.
  const measures = video.plays === "original" && !tools.decodesForStills(facts) && !parts.has("picture");
  if (heights.size === 0 && !measures) return;
  // The last free space is reserved for the database and for uploads.
  await run(null, (ctx) => requireUnreservedSpace(ctx, storage, video.bytes));
  const stored = new Set<string>();
  await withScratchFolder(scratchFolder, `${videoId}-later`, async (folder) => {
    const made = await storage.asFile(originalKey(videoId), (source) =>
      tools.makeDeferredFiles({
        source,
        folder,
        facts,
        heights,
        fileForSteps: lightName,
        onPicture: measures ? (picture) => storePicture(dependencies, videoId, picture) : undefined,
        signal,
      }),
    );
    for (const [name, { framesMatch }] of made) {
      // Players switch between files at any time, so frame numbers must be the same in all of them.
      if (!framesMatch) continue;
      await storeFile(storage, path.join(folder, name), `${renditionFolder(videoId)}/${name}`);
      stored.add(name);
    }
  });
  if (stored.size === 0) return;
  await run(null, (ctx) =>
    recordProgress(ctx, video, "rendition", {
      ...(stored.has(highResolutionName) && { highResolutionDone: ctx.now }),
      ...(stored.has(lightName) && { lightDone: ctx.now }),
    }),
  );
}

/** The first rendition, or null where the original is played. */
async function firstRendition(
  { storage, tools }: Pick<MediaJobDependencies, "storage" | "tools">,
  { id, plays, renditionHeight }: Video,
  facts: ProbeFacts,
): Promise<MadeRendition | null> {
  if (plays === "original") return null;
  const stored = await storage.stat(`${renditionFolder(id)}/${renditionName}`);
  const bitrate = ((stored?.bytes ?? 0) * 8) / facts.durationSeconds;
  return { height: renditionHeight ?? tools.renditionHeight(facts), bitrate };
}
