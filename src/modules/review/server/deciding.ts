import type { Context } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import type { Task } from "#modules/tasks/contract.ts";
import { advanceTask, noteOnTask, presentTask } from "#modules/tasks/server/actions.ts";

import { changesRequested, reviewError, versionApproved } from "../contract.ts";
import { lockAsCreator } from "./people.ts";
import { changeVersion, newestIn, type VersionRow } from "./store.ts";
import { runClock, stopClock } from "./window.ts";

/** Which version the creator looked at when deciding. */
interface Decided {
  taskId: number;
  version: number;
}

/** The creator approves: the clock stops. 409 `version_superseded` when another version is in review by now. */
export async function approve(ctx: Context, decided: Decided): Promise<Task> {
  const version = await inReview(ctx, decided);
  await changeVersion(ctx.tx, version, { state: "approved", decidedAt: ctx.now });
  await stopClock(ctx, version);
  const task = await advanceTask(ctx, decided.taskId, "approve");
  await ctx.emit(versionApproved, decided);
  return presentTask(ctx, task);
}

/** The creator asks for changes; the version stays to be watched until the next one is playable. */
export async function reject(ctx: Context, decided: Decided & { feedback: string }): Promise<Task> {
  const { taskId, feedback } = decided;
  const version = await inReview(ctx, decided);
  await changeVersion(ctx.tx, version, { state: "rejected", decidedAt: ctx.now, feedback });
  await stopClock(ctx, version);
  await noteOnTask(ctx, taskId, { feedback });
  const task = await advanceTask(ctx, taskId, "reject");
  await ctx.emit(changesRequested, { taskId, version: version.number });
  return presentTask(ctx, task);
}

/** The creator extends the window, once a version, by its own length. */
export async function extendWindow(ctx: Context, decided: Decided): Promise<Task> {
  const version = await inReview(ctx, decided);
  if (version.extendedAt) throw reviewError("already_extended");
  const { reviewEndsAt, windowSeconds } = version;
  if (!reviewEndsAt || !windowSeconds) throw reviewError("nothing_to_review");
  await changeVersion(ctx.tx, version, { extendedAt: ctx.now });
  await runClock(ctx, version, after(reviewEndsAt, windowSeconds * second));
  return presentTask(ctx, await lockAsCreator(ctx, decided.taskId));
}

/** The version in review, when it is the one that was looked at. The task is locked. */
async function inReview(ctx: Context, decided: Decided): Promise<VersionRow> {
  await lockAsCreator(ctx, decided.taskId);
  const version = await newestIn(ctx.tx, decided.taskId, ["in_review"]);
  if (!version) throw reviewError("nothing_to_review");
  if (version.number !== decided.version) throw reviewError("version_superseded");
  return version;
}
