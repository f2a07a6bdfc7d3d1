import type { Context } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import { advanceTask, presentTask, type TaskRow } from "#modules/tasks/server/actions.ts";

import { changesRequested, reviewError, type ReviewedTask, versionApproved } from "../contract.ts";
import { changeVersion, findVersion, newestIn, type VersionRow } from "./queries.ts";
import { startWindow, stopWindow } from "./review-window.ts";
import { lockAsCreator } from "./task-lock.ts";

/** The version that the creator decided on. */
interface Decided {
  taskId: number;
  version: number;
}

/**
 * Approves a version and stops its review window. 409 `version_superseded` if another version is in review,
 * `already_decided` if the creator has decided on this one.
 */
export async function approve(ctx: Context, decided: Decided): Promise<ReviewedTask> {
  const { version } = await lockInReview(ctx, decided);
  await changeVersion(ctx.tx, version, { state: "approved", decidedAt: ctx.now });
  await stopWindow(ctx, version);
  const task = await advanceTask(ctx, decided.taskId, "approve");
  await ctx.emit(versionApproved, decided);
  return presentReviewed(ctx, task, null);
}

/** Sends a version back to the editor. It can be watched until the next version is in review. */
export async function reject(ctx: Context, decided: Decided & { feedback: string }): Promise<ReviewedTask> {
  const { version } = await lockInReview(ctx, decided);
  await changeVersion(ctx.tx, version, {
    state: "rejected",
    decidedAt: ctx.now,
    feedback: decided.feedback,
  });
  await stopWindow(ctx, version);
  const task = await advanceTask(ctx, decided.taskId, "reject");
  await ctx.emit(changesRequested, decided);
  return presentReviewed(ctx, task, null);
}

/** Extends the review window by its own length. 409 `already_extended` the second time. */
export async function extendWindow(ctx: Context, decided: Decided): Promise<ReviewedTask> {
  const { task, version } = await lockInReview(ctx, decided);
  if (version.extendedAt) throw reviewError("already_extended");
  if (!version.reviewEndsAt || !version.windowSeconds) throw reviewError("nothing_to_review");
  const reviewEndsAt = after(version.reviewEndsAt, version.windowSeconds * second);
  await changeVersion(ctx.tx, version, { extendedAt: ctx.now });
  await startWindow(ctx, task, { ...version, reviewEndsAt });
  return presentReviewed(ctx, task, reviewEndsAt);
}

/** The locked task with its version in review, if that is the version the creator decided on. */
async function lockInReview(ctx: Context, decided: Decided): Promise<{ task: TaskRow; version: VersionRow }> {
  const task = await lockAsCreator(ctx, decided.taskId);
  const version = await newestIn(ctx.tx, decided.taskId, ["in_review"]);
  if (!version) {
    const asked = await findVersion(ctx.tx, { taskId: decided.taskId, number: decided.version });
    throw reviewError(asked?.decidedAt ? "already_decided" : "nothing_to_review");
  }
  if (version.number !== decided.version) throw reviewError("version_superseded");
  return { task, version };
}

async function presentReviewed(
  ctx: Context,
  task: TaskRow,
  reviewEndsAt: Date | null,
): Promise<ReviewedTask> {
  return { ...(await presentTask(ctx, task)), reviewEndsAt: reviewEndsAt?.toISOString() ?? null };
}
