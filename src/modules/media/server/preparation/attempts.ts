import { AdapterError } from "#core/adapter-error.ts";
import { AppError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { failureOfTools } from "#modules/media/rules/video-failures.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import type { Video } from "../tables.ts";
import { findVideo, lockVideo, updateVideo } from "../videos/queries.ts";
import { checkOriginal } from "./check-original.ts";
import { markLost, refuseLockedVideo, refuseVideo } from "./failure.ts";
import { addAttempts } from "./queries.ts";

/** Attempts whose process died, after which a video is refused: its file is assumed to be the cause. */
const maxAttempts = 18;
/** As many attempts a failed one counts as, because processes also die for reasons outside of the file. */
const weightOfFailure = 3;

/**
 * Counts an attempt to prepare a video that `needsWork`; null, without counting, when there is nothing to do. Refuses a
 * video that has used all its attempts, however they ended.
 */
export async function beginAttempt(
  ctx: Context,
  videoId: string,
  needsWork: (video: Video) => boolean,
): Promise<Video | null> {
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video || !needsWork(video)) return null;
  if (video.attempts >= maxAttempts) {
    await refuseLockedVideo(ctx, video, { code: "attempts_exhausted" });
    return null;
  }
  await updateVideo(ctx.tx, videoId, { attempts: video.attempts + 1 });
  return video;
}

/**
 * Counts a job that the queue has lost as a failed attempt; true where the job should be enqueued again. The caller has
 * locked the video. A video whose jobs are lost repeatedly is marked as lost, so that nobody waits for it forever.
 */
export async function countLostJob(ctx: Context, video: Video): Promise<boolean> {
  // Other modules were notified when the limit was reached, and keep the playable video.
  if (video.state === "ready" && video.attempts >= maxAttempts) return false;
  const attempts = video.attempts + weightOfFailure;
  await updateVideo(ctx.tx, video.id, { attempts });
  if (attempts < maxAttempts) return true;
  await markLost(ctx, video, { code: "preparation_lost" });
  return false;
}

/** Temporary errors that say nothing about the file, such as a server that stops or an unavailable store. */
const externalCodes = new Set(["stopped", "unavailable", "busy", "broken_off"]);
/** System errors of a machine without disk space, memory or file descriptors. */
const exhaustionCodes = new Set(["ENOSPC", "EDQUOT", "EROFS", "ENOMEM", "EAGAIN", "EMFILE", "ENFILE"]);

/**
 * Runs a counted attempt. Success and errors outside the file are not counted. A permanent error of the video tools
 * refuses the video; every other error is thrown, so that the queue retries. Does nothing about errors of a video that
 * was discarded meanwhile.
 */
export async function runAttempt(
  { run, storage, log }: Pick<MediaJobDependencies, "run" | "storage" | "log">,
  video: Video,
  work: () => Promise<void>,
): Promise<void> {
  const undo = () => run(null, (ctx) => addAttempts(ctx.tx, video.id, -1));
  const countFailure = () => run(null, (ctx) => addAttempts(ctx.tx, video.id, weightOfFailure - 1));
  try {
    await work();
    await undo();
  } catch (error) {
    const current = await run(null, (ctx) => findVideo(ctx.tx, video.id));
    if (current?.state !== "preparing" && current?.state !== "ready") return;
    if (error instanceof AdapterError && error.code === "missing") {
      const original = await run(null, async (ctx) => {
        const locked = await lockVideo(ctx, video.id, ["preparing", "ready"]);
        return locked && checkOriginal(ctx, storage, locked);
      }).catch(() => "store_empty" as const);
      if (original === "lost") return;
      if (original === "store_empty") await undo();
    } else if (error instanceof AdapterError && error.kind === "permanent") {
      // The detail, such as the output of ffmpeg, is for the operator only.
      log.warn({ videoId: video.id, err: error }, "A video can't be used.");
      await run(null, (ctx) => refuseVideo(ctx, video.id, failureOfTools(error)));
      return;
    } else if (isExternal(error)) {
      await undo();
    } else {
      await countFailure();
    }
    throw error;
  }
}

function isExternal(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "no_space";
  if (error instanceof AdapterError) return error.kind === "needs-user" || externalCodes.has(error.code);
  return error instanceof Error && "code" in error && exhaustionCodes.has(String(error.code));
}

/** Interval at which optional work checks that its video still exists, in milliseconds. */
const checkEvery = 2000;

/**
 * Runs work that a video can be played without: a permanent error is logged and not retried. Aborts it when the video is
 * deleted, because open files would keep its bytes on the disk.
 */
export async function runOptionalWork(
  { run, log }: Pick<MediaJobDependencies, "run" | "log">,
  { videoId, signal }: { videoId: string; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const discarded = new AbortController();
  const check = async () => {
    const video = await run(null, (ctx) => findVideo(ctx.tx, videoId));
    if (!video || isDiscarded(video)) discarded.abort();
  };
  // A check that fails is repeated by the next one.
  const checking = setInterval(() => void check().catch(() => undefined), checkEvery);
  try {
    await work(AbortSignal.any([signal, discarded.signal]));
  } catch (error) {
    if (discarded.signal.aborted) return;
    if (!(error instanceof AdapterError) || error.kind !== "permanent") throw error;
    log.info({ videoId, err: error }, "An optional file of a video can't be made.");
  } finally {
    clearInterval(checking);
  }
}
