import type { Context } from "#core/server/context.ts";
import type { JobStatusIn } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";

import { makeVideoStills, hashOriginal, prepareVideo, refineVideo, renderVideo } from "../job-definitions.ts";
import { countLostJob } from "../preparation/attempts.ts";
import type { Video } from "../tables.ts";
import { findVideo, lockVideo } from "../videos/queries.ts";
import { shareOfVideo } from "../videos/share.ts";

/**
 * Time for which jobs are enqueued again whose result a video can be played without. Only the queue knows whether such a job
 * has determined that nothing can be made; it remembers that for longer (`JobStatus`).
 */
export const optionalWorkLifetime = 2 * day;
/** Number of times such a job may use all its retries. */
const maxFailures = 3;

type VideoJob = typeof prepareVideo;

/** A job whose result a video's row lacks. */
interface Outstanding {
  job: VideoJob;
  /** A job that enqueues `job`; while it is pending, `job` is not lost. */
  precededBy?: VideoJob;
  required: boolean;
}

interface Queue {
  jobStatus: JobStatusIn;
  /** Without ffmpeg neither stills nor further renditions are made. */
  hasFfmpeg: boolean;
}

/**
 * Enqueues the outstanding jobs of a video that the queue does not have, and returns their names. Enqueuing or finishing
 * a job changes the video's row in the same transaction, so with the row locked no job is enqueued twice.
 */
export async function requeueLostWork(ctx: Context, queue: Queue, videoId: string): Promise<string[]> {
  const seen = await findVideo(ctx.tx, videoId);
  if (!seen || (await lostJobs(ctx, queue, seen)).length === 0) return [];
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video) return [];
  const lost = await lostJobs(ctx, queue, video);
  if (lost.some(({ required }) => required) && !(await countLostJob(ctx, video))) return [];
  for (const { job } of lost) await ctx.enqueue(job, { videoId }, shareOfVideo(video));
  return lost.map(({ job }) => job.job);
}

async function lostJobs(ctx: Context, { jobStatus, hasFfmpeg }: Queue, video: Video): Promise<Outstanding[]> {
  const lost: Outstanding[] = [];
  for (const each of outstanding(video, ctx.now, hasFfmpeg)) {
    const { job, precededBy, required } = each;
    const data = { videoId: video.id };
    const { pending, done, failed } = await jobStatus(ctx.tx, job, data);
    if (pending || (precededBy && (await jobStatus(ctx.tx, precededBy, data)).pending)) continue;
    if (required || (!done && failed < maxFailures)) lost.push(each);
  }
  return lost;
}

function outstanding(video: Video, now: Date, hasFfmpeg: boolean): Outstanding[] {
  const { state, plays, readyAt, renditionDone, stillsDone, highResolutionDone, lightDone } = video;
  if (state === "preparing" && plays !== "rendition") return [{ job: prepareVideo, required: true }];
  const jobs: Outstanding[] = [];
  if (state === "ready" && video.sha256 === null) jobs.push({ job: hashOriginal, required: true });
  if (plays === "rendition" && !renditionDone) {
    return [...jobs, { job: renderVideo, precededBy: prepareVideo, required: true }];
  }
  const playableSince = renditionDone ?? readyAt;
  if (!hasFfmpeg || playableSince === null || playableSince < after(now, -optionalWorkLifetime)) return jobs;
  if (!stillsDone) jobs.push({ job: makeVideoStills, required: false });
  if (!lightDone || (plays === "rendition" && !highResolutionDone))
    jobs.push({ job: refineVideo, required: false });
  return jobs;
}
