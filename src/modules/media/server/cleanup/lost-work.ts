import { z } from "zod";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobStatusIn, type JobWorker, worker } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";
import type { MeasuredPart } from "#modules/media/rules/measurements.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { partsMeasured } from "../measuring/queries.ts";
import { countLostJob } from "../preparation/attempts.ts";
import { convertVideo, endLostConversion } from "../preparation/convert.ts";
import { hashOriginal } from "../preparation/hash.ts";
import { measureVideoSound } from "../preparation/measure-sound.ts";
import { prepareVideo } from "../preparation/prepare.ts";
import { refineVideo } from "../preparation/refine.ts";
import { renderVideo } from "../preparation/render.ts";
import { lacksSounds } from "../preparation/sounds.ts";
import { makeVideoStills } from "../preparation/stills.ts";
import type { Video } from "../tables.ts";
import { requeueLostVerifications } from "../uploads/verify-files.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import { findVideo, lockVideo } from "../videos/queries.ts";
import { videosWithWork } from "./queries.ts";

/**
 * Time for which jobs are enqueued again whose result a video can be played without. Only the queue knows whether such a job
 * has determined that nothing can be made; it remembers that for longer (`JobStatus`).
 */
const optionalWorkLifetime = 2 * day;
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

/** Enqueues jobs again that are missing from the queue or have used all their retries. */
const findLostWork = defineJob({
  job: "media.find-lost-work",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  concurrency: 1,
  cron: "2-59/5 * * * *",
});

/** Enqueues jobs again that are missing from the queue or have used all their retries (docs/decisions/0016-rows-determine-files.md). */
export function lostWorkWorker(
  dependencies: Pick<MediaJobDependencies, "run" | "jobStatus" | "log"> & {
    tools: Pick<VideoTools, "ffmpeg">;
  },
): JobWorker {
  const { run, jobStatus, tools, log } = dependencies;
  return worker(findLostWork, async (_data, signal) => {
    const videos = await run(null, (ctx) => videosWithWork(ctx.tx, after(ctx.now, -optionalWorkLifetime)));
    const queue = { jobStatus, hasFfmpeg: tools.ffmpeg !== null };
    for (const videoId of videos) {
      signal.throwIfAborted();
      const jobs = await run(null, (ctx) => requeueLostWork(ctx, queue, videoId));
      if (jobs.length > 0) log.error({ videoId, jobs }, "Enqueued lost jobs of a video again.");
    }
    const users = await run(null, (ctx) => requeueLostVerifications(ctx, jobStatus));
    if (users > 0) log.error({ users }, "Enqueued lost verifications of files again.");
  });
}

/**
 * Enqueues the outstanding jobs of a video that the queue does not have, and returns their names. Enqueuing or finishing
 * a job changes the video's row in the same transaction, so with the row locked no job is enqueued twice.
 */
async function requeueLostWork(ctx: Context, queue: Queue, videoId: string): Promise<string[]> {
  const seen = await findVideo(ctx.tx, videoId);
  if (!seen) return [];
  const lacks = (await lostJobs(ctx, queue, seen)).length > 0 || (await isConversionLost(ctx, queue, seen));
  if (!lacks) return [];
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video) return [];
  if (await isConversionLost(ctx, queue, video)) {
    await endLostConversion(ctx, video);
    return [convertVideo.job];
  }
  const lost = await lostJobs(ctx, queue, video);
  if (lost.some(({ required }) => required) && !(await countLostJob(ctx, video))) return [];
  for (const { job } of lost) await ctx.enqueue(job, { videoId }, videoJobOptions(video));
  return lost.map(({ job }) => job.job);
}

/** A user waits for it, and can start it again, which is better than to wait for it without knowing. */
async function isConversionLost(ctx: Context, { jobStatus }: Queue, video: Video): Promise<boolean> {
  if (video.conversion?.state !== "requested") return false;
  return !(await jobStatus(ctx.tx, convertVideo, { videoId: video.id })).pending;
}

async function lostJobs(ctx: Context, { jobStatus, hasFfmpeg }: Queue, video: Video): Promise<Outstanding[]> {
  const lost: Outstanding[] = [];
  const measured = await partsMeasured(ctx.tx, video.id);
  for (const each of outstanding(video, { now: ctx.now, hasFfmpeg, measured })) {
    const { job, precededBy, required } = each;
    const data = { videoId: video.id };
    const { pending, done, failed } = await jobStatus(ctx.tx, job, data);
    if (pending || (precededBy && (await jobStatus(ctx.tx, precededBy, data)).pending)) continue;
    if (required || (!done && failed < maxFailures)) lost.push(each);
  }
  return lost;
}

function outstanding(
  video: Video,
  { now, hasFfmpeg, measured }: Pick<Queue, "hasFfmpeg"> & { now: Date; measured: ReadonlySet<MeasuredPart> },
): Outstanding[] {
  const { state, plays, readyAt, renditionDone, stillsDone, highResolutionDone, lightDone } = video;
  if (state === "preparing" && plays !== "rendition") return [{ job: prepareVideo, required: true }];
  const jobs: Outstanding[] = [];
  if (state === "ready" && video.sha256 === null) jobs.push({ job: hashOriginal, required: true });
  if (plays === "rendition" && !renditionDone) {
    return [...jobs, { job: renderVideo, precededBy: prepareVideo, required: true }];
  }
  const playableSince = renditionDone ?? readyAt;
  if (!hasFfmpeg || playableSince === null || playableSince < after(now, -optionalWorkLifetime)) return jobs;
  if (!measured.has("sound")) jobs.push({ job: measureVideoSound, required: false });
  if (!stillsDone) jobs.push({ job: makeVideoStills, required: false });
  if (!lightDone || (plays === "rendition" && !highResolutionDone) || lacksSounds(video))
    jobs.push({ job: refineVideo, required: false });
  return jobs;
}
