import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";
import type { JobDefinition } from "#core/server/job.ts";

import type { Video } from "../tables.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import {
  hasStill,
  highResolutionName,
  lightName,
  playlistName,
  renditionName,
  videoFolder,
} from "../videos/object-keys.ts";
import { updateVideo, type VideoChange } from "../videos/queries.ts";
import { checkOriginal } from "./check-original.ts";
import { refineVideo } from "./refine.ts";
import { renderVideo } from "./render.ts";
import { makeVideoStills } from "./stills.ts";

const rendition = `rendition/${renditionName}`;
const highResolution = `rendition/${highResolutionName}`;
const light = `rendition/${lightName}`;
const refined = new Set([highResolution, light]);

/**
 * `intact`: nothing was missing. `lost`: the original is gone or incomplete. `rebuilding`: derived files are made again.
 * `store_empty`: nothing at all is stored, presumably because a volume is not mounted; nothing was changed.
 */
export type RepairResult = "intact" | "lost" | "rebuilding" | "store_empty";

/** Compares the stored objects of a video in preparation or ready with its row. The caller has locked the video. */
export async function repairVideo(ctx: Context, storage: ObjectStorage, video: Video): Promise<RepairResult> {
  const original = await checkOriginal(ctx, storage, video);
  if (original !== "stored") return original;
  const missing: string[] = [];
  for (const name of derivedFileNames(video)) {
    if (!(await storage.stat(`${videoFolder(video.id)}/${name}`))) missing.push(name);
  }
  const { change, jobs } = planRepair(video, missing);
  if (jobs.length === 0) return "intact";
  if (missing.length > 0) await updateVideo(ctx.tx, video.id, change);
  for (const job of jobs) await ctx.enqueue(job, { videoId: video.id }, videoJobOptions(video));
  return "rebuilding";
}

/** Names of the derived files that exist according to a video's row. */
export function derivedFileNames(video: Video): string[] {
  return [
    ...(video.renditionDone ? [rendition, `rendition/${playlistName}`] : []),
    ...(video.highResolutionDone ? [highResolution] : []),
    ...(video.lightDone ? [light] : []),
    ...(video.posterDone ? ["poster.jpg"] : []),
    ...(hasStill(video, "storyboard") ? ["storyboard.json", "storyboard001.jpg"] : []),
    ...(hasStill(video, "waveform") ? ["waveform.json"] : []),
    ...[...(video.captions ?? []), ...(video.sounds ?? [])].map(({ file }) => file),
  ];
}

/** Changes of the row and jobs that make missing derived files again. */
interface Repair {
  change: VideoChange;
  jobs: (JobDefinition & { data: typeof renderVideo.data })[];
}

/** `missing` are names of `derivedFileNames` that are not stored. */
function planRepair(video: Video, missing: readonly string[]): Repair {
  if (video.state === "preparing") return { change: {}, jobs: [] };
  if (missing.some((name) => name.startsWith("rendition/") && !refined.has(name))) {
    // The rendition job makes the stills as well.
    const change = {
      renditionDone: null,
      highResolutionDone: null,
      lightDone: null,
      posterDone: null,
      stillsDone: null,
      captions: null,
    };
    return { change: { ...change, prepared: 0, attempts: 0 }, jobs: [renderVideo] };
  }
  const isSound = (name: string) => (video.sounds ?? []).some(({ file }) => file === name);
  const isRefined = (name: string) => refined.has(name) || isSound(name);
  const jobs: Repair["jobs"] = [];
  const change: VideoChange = {};
  if (missing.includes(highResolution)) change.highResolutionDone = null;
  if (missing.includes(light)) change.lightDone = null;
  if (missing.some(isSound)) change.sounds = null;
  if (missing.some(isRefined)) jobs.push(refineVideo);
  if (missing.some((name) => !isRefined(name))) {
    Object.assign(change, { posterDone: null, stillsDone: null, captions: null });
    jobs.push(makeVideoStills);
  }
  return { change, jobs };
}
