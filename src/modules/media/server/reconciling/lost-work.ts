import type { Context } from "#core/server/context.ts";
import type { TracesIn } from "#core/server/job.ts";
import { after, day } from "#core/time.ts";

import { holdVideo } from "../hold-video.ts";
import { drawStills, hashOriginal, prepareVideo, refineVideo, renderVideo } from "../job-definitions.ts";
import { countLoss } from "../preparing.ts";
import { findVideo } from "../store/videos.ts";
import type { Video } from "../tables.ts";

/**
 * For how long work is asked for again that a video can be watched without. The row does not say that nothing could be
 * made; the queue does, and for longer than this (`Traces`).
 */
export const extrasFor = 2 * day;
/** Times that the queue may give such work up. */
const mostInVain = 3;

type VideoJob = typeof prepareVideo;

/** Work whose result a video's row lacks. */
interface Outstanding {
  /** Does it. */
  job: VideoJob;
  /** Leads to `job`, and counts as it while it is pending. */
  before?: VideoJob;
  /** Nobody can do without. */
  vital: boolean;
}

interface Queue {
  traces: TracesIn;
  /** Stills and lighter files can be made. */
  draws: boolean;
}

/**
 * Enqueues what a video waits for and the queue does not have, and returns its names. Whoever enqueues or ends work on a
 * video changes its row in the same transaction, so what is pending is never enqueued twice: the row is locked first.
 */
export async function askAgain(ctx: Context, queue: Queue, videoId: string): Promise<string[]> {
  const seen = await findVideo(ctx.tx, videoId);
  if (!seen || (await lostOf(ctx, queue, seen)).length === 0) return [];
  const video = await holdVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video) return [];
  const lost = await lostOf(ctx, queue, video);
  if (lost.some(({ vital }) => vital) && !(await countLoss(ctx, video))) return [];
  for (const { job } of lost) await ctx.enqueue(job, { videoId });
  return lost.map(({ job }) => job.job);
}

async function lostOf(ctx: Context, { traces, draws }: Queue, video: Video): Promise<Outstanding[]> {
  const lost: Outstanding[] = [];
  for (const each of outstanding(video, ctx.now, draws)) {
    const { job, before, vital } = each;
    const { pending, done, failed } = await traces(ctx.tx, job, { videoId: video.id });
    if (pending || (before && (await traces(ctx.tx, before, { videoId: video.id })).pending)) continue;
    if (vital || (!done && failed < mostInVain)) lost.push(each);
  }
  return lost;
}

function outstanding(video: Video, now: Date, draws: boolean): Outstanding[] {
  const { state, plays, readyAt, renditionDone, stillsDone, sharpDone, lightDone } = video;
  if (state === "preparing" && plays !== "rendition") return [{ job: prepareVideo, vital: true }];
  const jobs: Outstanding[] = [];
  if (state === "ready" && video.sha256 === null) jobs.push({ job: hashOriginal, vital: true });
  if (plays === "rendition" && !renditionDone) {
    return [...jobs, { job: renderVideo, before: prepareVideo, vital: true }];
  }
  const watchableSince = renditionDone ?? readyAt;
  if (!draws || watchableSince === null || watchableSince < after(now, -extrasFor)) return jobs;
  if (!stillsDone) jobs.push({ job: drawStills, vital: false });
  if (!lightDone || (plays === "rendition" && !sharpDone)) jobs.push({ job: refineVideo, vital: false });
  return jobs;
}
