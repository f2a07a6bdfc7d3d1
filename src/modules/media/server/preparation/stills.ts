import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";

import { removeVideoObjects } from "../deletion/jobs.ts";
import type { MediaJobDependencies } from "../dependencies.ts";
import { storePicture } from "../measuring/store-picture.ts";
import { requireDiskSpace } from "../space/disk-space.ts";
import { originalKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { runOptionalWork } from "./attempts.ts";
import { storeCaptions } from "./captions.ts";
import { recordProgress } from "./progress.ts";
import { publishStills, stillsResults } from "./publish-rendition.ts";
import { withScratchFolder } from "./scratch-folder.ts";

/** Makes poster, storyboard and waveform of a video that is played as it is. */
export const makeVideoStills = defineJob({
  job: "media.stills",
  data: z.object({ videoId: z.uuid() }),
  retries: 12,
  retryDelaySeconds: 10,
  expireSeconds: 23 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Makes poster, storyboard, waveform and captions, and measures the picture, of a video that is played as it is. */
export function videoStillsWorker(dependencies: MediaJobDependencies): JobWorker {
  return worker(makeVideoStills, async ({ videoId }, signal) => {
    await runOptionalWork(dependencies, { videoId, signal }, (until) =>
      makeStills(dependencies, videoId, until),
    );
    await removeVideoObjects(dependencies, videoId);
  });
}

async function makeStills(
  dependencies: MediaJobDependencies,
  videoId: string,
  signal: AbortSignal,
): Promise<void> {
  const { run, storage, tools, scratchFolder } = dependencies;
  const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
  if (video?.state !== "ready" || video.stillsDone || !video.facts || !tools.ffmpeg) return;
  const { facts } = video;
  await requireDiskSpace(storage, 0);
  await withScratchFolder(scratchFolder, `${videoId}-stills`, async (folder) => {
    const [made, captions] = await storage.asFile(originalKey(videoId), async (source) => {
      const order = { source, folder, facts, signal };
      const stills = await tools.makeStills({
        ...order,
        onPicture: (measures) => storePicture(dependencies, videoId, measures),
      });
      await publishStills(storage, videoId, folder, stills);
      return [stills, await storeCaptions(dependencies, videoId, order)] as const;
    });
    await run(null, (ctx) =>
      recordProgress(ctx, video, "stills", { ...stillsResults(facts, made, ctx.now), captions }),
    );
  });
}
