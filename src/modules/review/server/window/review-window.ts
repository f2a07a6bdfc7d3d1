import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, second } from "#core/time.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { versionReady, windowClosing, windowEnded } from "#modules/review/contract/versions.ts";
import { clockStates, warnings } from "#modules/review/rules/versions.ts";
import { allows } from "#modules/tasks/rules/stages.ts";
import {
  advanceTask,
  lockTask,
  notifyTaskClients,
  type TaskRow,
} from "#modules/tasks/server/public/tasks.ts";

import type { ReviewDependencies } from "../dependencies.ts";
import {
  changeVersion,
  findVersion,
  newestVersionIn,
  type VersionRow,
  versionsIn,
} from "../versions/queries.ts";

/** Ends a version's review window. */
const closeWindow = defineJob({
  job: "review.close-window",
  data: z.object({ taskId: z.number(), version: z.number() }),
  retries: 20,
  retryDelaySeconds: 5,
  expireSeconds: 60,
  concurrency: 2,
});

/** Warns the creator that a review window ends soon. `endsAt` is the end that the warning was scheduled for. */
const warnOfWindow = defineJob({
  job: "review.warn-of-window",
  data: z.object({ taskId: z.number(), version: z.number(), endsAt: z.iso.datetime({ offset: true }) }),
  retries: 5,
  retryDelaySeconds: 5,
  expireSeconds: 60,
  concurrency: 1,
});

/** Workers of the jobs that end review windows and warn of their end. */
export function windowWorkers({ run }: Pick<ReviewDependencies, "run">): JobWorker[] {
  return [
    worker(closeWindow, (about) => run(null, (ctx) => endWindow(ctx, about))),
    worker(warnOfWindow, (warning) => run(null, (ctx) => warnOfEnd(ctx, warning))),
  ];
}

type VersionKey = Pick<VersionRow, "taskId" | "number">;

/**
 * Puts a playable version into review and starts its window. Older versions are superseded; only a file for comparison
 * is kept of their videos. If the task no longer accepts versions, the version expires instead.
 */
export async function openReview(ctx: Context, version: VersionRow): Promise<void> {
  const { taskId, number } = version;
  const { reviewWindowSeconds: windowSeconds } = ctx.settings;
  const task = await lockTask(ctx, taskId);
  if (!allows(task.stage, "version_playable")) {
    await expire(ctx, version);
    return;
  }
  for (const older of await versionsIn(ctx.tx, taskId, ["in_review", "rejected"], number)) {
    await changeVersion(ctx.tx, older, { state: "superseded", reviewEndsAt: null });
    await deleteVideo(ctx, older.videoId, { keep: "playback" });
  }
  const reviewEndsAt = after(ctx.now, windowSeconds * second);
  await changeVersion(ctx.tx, version, { state: "in_review", windowSeconds });
  await startWindow(ctx, task, { taskId, number, reviewEndsAt });
  await advanceTask(ctx, taskId, "version_playable");
  await ctx.emit(versionReady, { taskId, version: number, reviewEndsAt });
}

/** Sets the end of a version's review window and schedules its warnings and its end. */
export async function startWindow(
  ctx: Context,
  task: TaskRow,
  { taskId, number, reviewEndsAt }: VersionKey & { reviewEndsAt: Date },
): Promise<void> {
  await changeVersion(ctx.tx, { taskId, number }, { reviewEndsAt });
  await notifyTaskClients(ctx, task);
  await ctx.enqueue(closeWindow, { taskId, version: number }, { at: reviewEndsAt });
  for (const secondsLeft of warnings) {
    const warnAt = after(reviewEndsAt, -secondsLeft);
    const warning = { taskId, version: number, endsAt: reviewEndsAt.toISOString() };
    if (warnAt > ctx.now) await ctx.enqueue(warnOfWindow, warning, { at: warnAt });
  }
}

/** Stops the review window of a version that was decided on or is being published. */
export async function stopWindow(ctx: Context, version: VersionKey): Promise<void> {
  await changeVersion(ctx.tx, version, { reviewEndsAt: null });
}

/**
 * Ends a review window: deletes the video and sends the task back to its editor. Does nothing if the window was stopped
 * or the task is publishing; if it was extended, the job is scheduled for the new end.
 */
export async function endWindow(ctx: Context, about: { taskId: number; version: number }): Promise<void> {
  const { taskId, version: number } = about;
  const task = await lockTask(ctx, taskId);
  const version = await findVersion(ctx.tx, { taskId, number });
  if (!isRunning(version)) return;
  if (version.reviewEndsAt > ctx.now) {
    await ctx.enqueue(closeWindow, about, { at: version.reviewEndsAt });
    return;
  }
  if (!allows(task.stage, "window_ended")) return;
  await expire(ctx, version);
  await advanceTask(ctx, taskId, "window_ended");
  await ctx.emit(windowEnded, about);
}

/** Warns the creator that the window ends soon, unless its end has changed since the warning was scheduled. */
async function warnOfEnd(
  ctx: Context,
  warning: { taskId: number; version: number; endsAt: string },
): Promise<void> {
  const { taskId, version: number, endsAt } = warning;
  await lockTask(ctx, taskId);
  const version = await findVersion(ctx.tx, { taskId, number });
  if (!isRunning(version)) return;
  const { reviewEndsAt } = version;
  if (reviewEndsAt <= ctx.now || reviewEndsAt.getTime() !== Date.parse(endsAt)) return;
  await ctx.emit(windowClosing, { taskId, version: number, reviewEndsAt });
}

/** Starts a new review window of full length for the approved version after a failed publication. */
export async function renewWindow(ctx: Context, taskId: number): Promise<void> {
  const task = await lockTask(ctx, taskId);
  const version = await newestVersionIn(ctx.tx, taskId, ["approved"]);
  if (!version?.windowSeconds) return;
  const reviewEndsAt = after(ctx.now, version.windowSeconds * second);
  await startWindow(ctx, task, { ...version, reviewEndsAt });
}

/** Expires a version and deletes its video. */
export async function expire(ctx: Context, version: VersionRow): Promise<void> {
  await changeVersion(ctx.tx, version, { state: "expired", reviewEndsAt: null });
  await deleteVideo(ctx, version.videoId);
}

/** Deletes what was kept of a task's superseded versions for comparison. */
export async function deleteComparisons(ctx: Context, taskId: number): Promise<void> {
  for (const version of await versionsIn(ctx.tx, taskId, ["superseded"])) {
    await deleteVideo(ctx, version.videoId);
  }
}

function isRunning(version: VersionRow | null): version is VersionRow & { reviewEndsAt: Date } {
  return (
    version !== null && version.reviewEndsAt !== null && clockStates.some((state) => state === version.state)
  );
}
