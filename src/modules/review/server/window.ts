import type { Context } from "#core/server/context.ts";
import { after, minute, second } from "#core/time.ts";
import { deleteVideo } from "#modules/media/server/actions.ts";
import { allows } from "#modules/tasks/rules.ts";
import { advanceTask, lockTask, noteOnTask } from "#modules/tasks/server/actions.ts";

import { versionReady, windowClosing, windowOver } from "../contract.ts";
import { clockStates, warnings } from "../rules.ts";
import { closeWindow, warnOfWindow } from "./job-definitions.ts";
import { changeVersion, findVersion, newestIn, type VersionRow, versionsIn } from "./store.ts";

/**
 * A version can be watched: it goes into review, its window starts, and what was shown before is superseded and its
 * video deleted. The caller holds the task's lock.
 */
export async function openReview(ctx: Context, version: VersionRow, windowSeconds: number): Promise<void> {
  const { taskId, number, videoId } = version;
  const task = await lockTask(ctx, taskId);
  if (!allows(task.stage, "version_playable")) {
    await expire(ctx, version);
    return;
  }
  for (const older of await versionsIn(ctx.tx, taskId, ["in_review", "rejected"], number)) {
    await changeVersion(ctx.tx, older, { state: "superseded", reviewEndsAt: null });
    await deleteVideo(ctx, older.videoId);
  }
  await changeVersion(ctx.tx, version, { state: "in_review", windowSeconds });
  await noteOnTask(ctx, taskId, { version: number, arrival: null, shownVideoId: videoId, feedback: null });
  await runClock(ctx, version, after(ctx.now, windowSeconds * second));
  await advanceTask(ctx, taskId, "version_playable");
  await ctx.emit(versionReady, { taskId, version: number });
}

/** Starts the clock of a version, or sets it anew. */
export async function runClock(
  ctx: Context,
  version: Pick<VersionRow, "taskId" | "number">,
  reviewEndsAt: Date,
): Promise<void> {
  const { taskId, number } = version;
  await changeVersion(ctx.tx, version, { reviewEndsAt });
  await noteOnTask(ctx, taskId, { reviewEndsAt });
  await ctx.enqueue(closeWindow, { taskId, version: number }, reviewEndsAt);
  for (const left of warnings) {
    const warnAt = after(reviewEndsAt, -left);
    const warning = { taskId, version: number, secondsLeft: left / second };
    if (warnAt > ctx.now) await ctx.enqueue(warnOfWindow, warning, warnAt);
  }
}

/** Stops the clock of a version: it has been decided, or is on its way to the platform. */
export async function stopClock(ctx: Context, version: Pick<VersionRow, "taskId" | "number">): Promise<void> {
  await changeVersion(ctx.tx, version, { reviewEndsAt: null });
  await noteOnTask(ctx, version.taskId, { reviewEndsAt: null });
}

/**
 * At the end of the window the video goes, and the task waits for another upload. Does nothing when the clock has been
 * stopped, runs on (then it comes back at its end), or a publish is running.
 */
export async function endWindow(ctx: Context, about: { taskId: number; version: number }): Promise<void> {
  const { taskId, version: number } = about;
  const task = await lockTask(ctx, taskId);
  const version = await findVersion(ctx.tx, { taskId, number });
  if (!version?.reviewEndsAt || !clockStates.some((state) => state === version.state)) return;
  if (version.reviewEndsAt > ctx.now) {
    await ctx.enqueue(closeWindow, about, version.reviewEndsAt);
    return;
  }
  if (!allows(task.stage, "window_over")) return;
  await expire(ctx, version);
  await noteOnTask(ctx, taskId, { shownVideoId: null, reviewEndsAt: null });
  await advanceTask(ctx, taskId, "window_over");
  await ctx.emit(windowOver, about);
}

/** Warns of the end, unless the version has been decided or has got more time since the warning was planned. */
export async function warnOfEnd(
  ctx: Context,
  warning: { taskId: number; version: number; secondsLeft: number },
): Promise<void> {
  const { taskId, version: number, secondsLeft } = warning;
  await lockTask(ctx, taskId);
  const version = await findVersion(ctx.tx, { taskId, number });
  if (!version?.reviewEndsAt || !clockStates.some((state) => state === version.state)) return;
  const { reviewEndsAt } = version;
  const planned = after(ctx.now, secondsLeft * second + minute);
  if (reviewEndsAt <= ctx.now || reviewEndsAt > planned) return;
  await ctx.emit(windowClosing, { taskId, version: number });
}

/** After a failed publish the approved version gets a whole window again. */
export async function renewWindow(ctx: Context, taskId: number): Promise<void> {
  await lockTask(ctx, taskId);
  const version = await newestIn(ctx.tx, taskId, ["approved"]);
  if (!version?.windowSeconds) return;
  await runClock(ctx, version, after(ctx.now, version.windowSeconds * second));
}

/** The version's time is over; its video goes. */
export async function expire(ctx: Context, version: VersionRow): Promise<void> {
  await changeVersion(ctx.tx, version, { state: "expired", reviewEndsAt: null });
  await deleteVideo(ctx, version.videoId);
}
