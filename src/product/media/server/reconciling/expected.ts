import type { JobDefinition } from "#foundation/server/job.ts";
import { after, day } from "#foundation/time.ts";

import { drawStills, hashOriginal, prepareVideo, refineVideo, renderVideo } from "../job-definitions.ts";
import { lightName, playlistName, renditionName, sharpName } from "../keys.ts";
import type { NewVideo } from "../store/videos.ts";
import type { Video } from "../tables.ts";

/** Work that has not come to its end after this long has been given up by the queue. */
const workPatience = 2 * day;

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
  jobs: (JobDefinition & { data: typeof prepareVideo.data })[];
}

/** `missing` are names of `expectedNames` that the store does not have. */
export function remaking(video: Video, missing: readonly string[], now: Date): Remaking {
  const late = (since: Date | null) => since !== null && since < after(now, -workPatience);
  const isLate = late(video.receivedAt);
  const jobs: Remaking["jobs"] = isLate && video.sha256 === null ? [hashOriginal] : [];
  if (video.state === "preparing") {
    return { change: {}, jobs: isLate ? [...jobs, prepareVideo] : jobs };
  }
  if (missing.some((name) => name.startsWith("rendition/") && !later.has(name))) {
    // Its stills are made with it.
    const change = {
      renditionDone: null,
      sharpDone: null,
      lightDone: null,
      posterDone: null,
      stillsDone: null,
    };
    return { change: { ...change, prepared: 0, attempts: 0 }, jobs: [...jobs, renderVideo] };
  }
  if (video.plays === "rendition" && !video.renditionDone && late(video.readyAt)) jobs.push(renderVideo);
  // Some files give none at all, which is not to be found out every night.
  const isRecent = video.readyAt !== null && video.readyAt > after(now, -2 * workPatience);
  if (video.plays === "original" && !video.stillsDone && late(video.readyAt) && isRecent)
    jobs.push(drawStills);
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
