import type { JobDefinition } from "#core/server/job.ts";

import { makeVideoStills, refineVideo, renderVideo } from "../job-definitions.ts";
import type { Video } from "../tables.ts";
import { lightName, playlistName, renditionName, highResolutionName } from "../videos/object-keys.ts";
import type { VideoChange } from "../videos/queries.ts";

const rendition = `rendition/${renditionName}`;
const highResolution = `rendition/${highResolutionName}`;
const light = `rendition/${lightName}`;
const refined = new Set([highResolution, light]);

/** Names of the derived files that exist according to a video's row. */
export function derivedFileNames(video: Video): string[] {
  return [
    ...(video.renditionDone ? [rendition, `rendition/${playlistName}`] : []),
    ...(video.highResolutionDone ? [highResolution] : []),
    ...(video.lightDone ? [light] : []),
    ...(video.posterDone ? ["poster.jpg"] : []),
    ...(video.stillsDone ? ["storyboard.json", "storyboard001.jpg"] : []),
    ...(video.stillsDone && video.facts?.audio ? ["waveform.json"] : []),
    ...(video.captions ?? []).map(({ file }) => file),
  ];
}

/** Changes of the row and jobs that make missing derived files again. */
export interface Repair {
  change: VideoChange;
  jobs: (JobDefinition & { data: typeof renderVideo.data })[];
}

/** `missing` are names of `derivedFileNames` that are not stored. */
export function planRepair(video: Video, missing: readonly string[]): Repair {
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
  const jobs: Repair["jobs"] = [];
  const change: VideoChange = {};
  if (missing.includes(highResolution)) change.highResolutionDone = null;
  if (missing.includes(light)) change.lightDone = null;
  if (missing.some((name) => refined.has(name))) jobs.push(refineVideo);
  if (missing.some((name) => !refined.has(name))) {
    Object.assign(change, { posterDone: null, stillsDone: null, captions: null });
    jobs.push(makeVideoStills);
  }
  return { change, jobs };
}
