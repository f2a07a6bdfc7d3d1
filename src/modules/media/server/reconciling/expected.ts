import type { JobDefinition } from "#core/server/job.ts";

import { drawStills, refineVideo, renderVideo } from "../job-definitions.ts";
import { lightName, playlistName, renditionName, sharpName } from "../keys.ts";
import type { NewVideo } from "../store/videos.ts";
import type { Video } from "../tables.ts";

const rendition = `rendition/${renditionName}`;
const sharp = `rendition/${sharpName}`;
const light = `rendition/${lightName}`;
const later = new Set([sharp, light]);

/** Names of the derived files that a living video's row says exist. */
export function expectedNames(video: Video): string[] {
  return [
    ...(video.renditionDone ? [rendition, `rendition/${playlistName}`] : []),
    ...(video.sharpDone ? [sharp] : []),
    ...(video.lightDone ? [light] : []),
    ...(video.posterDone ? ["poster.jpg"] : []),
    ...(video.stillsDone ? ["storyboard.json", "storyboard001.jpg"] : []),
    ...(video.stillsDone && video.facts?.audio ? ["waveform.json"] : []),
  ];
}

/** What brings a living video back to what its row says: jobs, and what they must find changed to do their work. */
export interface Remaking {
  change: Partial<NewVideo>;
  jobs: (JobDefinition & { data: typeof renderVideo.data })[];
}

/** `missing` are names of `expectedNames` that the store does not have. */
export function remaking(video: Video, missing: readonly string[]): Remaking {
  if (video.state === "preparing") return { change: {}, jobs: [] };
  if (missing.some((name) => name.startsWith("rendition/") && !later.has(name))) {
    // Its stills are made with it.
    const change = {
      renditionDone: null,
      sharpDone: null,
      lightDone: null,
      posterDone: null,
      stillsDone: null,
    };
    return { change: { ...change, prepared: 0, attempts: 0 }, jobs: [renderVideo] };
  }
  const jobs: Remaking["jobs"] = [];
  const change: Partial<NewVideo> = {};
  if (missing.includes(sharp)) change.sharpDone = null;
  if (missing.includes(light)) change.lightDone = null;
  if (missing.some((name) => later.has(name))) jobs.push(refineVideo);
  if (missing.some((name) => !later.has(name))) {
    Object.assign(change, { posterDone: null, stillsDone: null });
    jobs.push(drawStills);
  }
  return { change, jobs };
}
