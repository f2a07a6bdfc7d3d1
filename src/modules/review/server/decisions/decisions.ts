import type { Context } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import {
  approvalGiven,
  approvalUndone,
  approvalWithdrawn,
  extensionRequested,
  reviewError,
  type ReviewedTask,
  versionApproved,
  windowExtended,
} from "#modules/review/contract/versions.ts";
import { allows, type Stage } from "#modules/tasks/rules/stages.ts";
import {
  advanceTask,
  lockTaskFor,
  notifyTaskClients,
  presentTask,
  type TaskRow,
} from "#modules/tasks/server/public/tasks.ts";

import { type RecordedApproval, recordApproval, withdrawApproval } from "../approvals/approvals.ts";
import { changeVersion, findVersion, newestVersionIn, type VersionRow } from "../versions/queries.ts";
import { startWindow, stopWindow } from "../window/review-window.ts";

/** A version of a task, as named in a request. */
export interface VersionRef {
  taskId: number;
  version: number;
}

/** A locked task with a version of it. */
interface LockedVersion {
  task: TaskRow;
  version: VersionRow;
}

/**
 * Approves a version and stops its review window. Where several people have to approve it, it stays in review until all of them
 * have. Repeating it changes nothing. 409 `version_superseded` if another
 * version is in review, `already_decided` if the creator has rejected this one or publishing has started.
 */
export async function approve(ctx: Context, ref: VersionRef): Promise<ReviewedTask> {
  const task = await lockTaskFor(ctx, ref.taskId, "decide");
  const requested = await findRequestedVersion(ctx, ref);
  if (requested && wasAlreadyDecided("approved", { task, version: requested })) {
    // The approval of a manager who has to approve it only since then.
    const late = await recordApproval(ctx, task, ref.version);
    await reportApproval(ctx, { task, version: ref.version }, late);
    return presentReviewed(ctx, task, requested.reviewEndsAt);
  }
  const version = await findInReview(ctx, ref);
  const { reviewEndsAt } = version;
  const recorded = await recordApproval(ctx, task, ref.version);
  if (!recorded.complete) {
    await reportApproval(ctx, { task, version: ref.version }, recorded);
    return presentReviewed(ctx, task, reviewEndsAt);
  }
  await changeVersion(ctx.tx, version, {
    state: "approved",
    decidedAt: ctx.now,
    windowSecondsLeft: reviewEndsAt && Math.ceil((reviewEndsAt.getTime() - ctx.now.getTime()) / second),
  });
  await stopWindow(ctx, version);
  const approved = await advanceTask(ctx, ref.taskId, "approve");
  await ctx.emit(versionApproved, { ...ref, approvals: recorded.approvals });
  return presentReviewed(ctx, approved, null);
}

/** Emits an approval that completes nothing, unless it was given before. */
async function reportApproval(
  ctx: Context,
  { task, version }: { task: TaskRow; version: number },
  { approvals, isNew }: RecordedApproval,
): Promise<void> {
  if (!approvals || !isNew) return;
  await notifyTaskClients(ctx, task);
  await ctx.emit(approvalGiven, { taskId: task.id, version, approvals });
}

/**
 * Puts an approved version back into review; the window continues with the time that it had left. Takes the actor's approval back,
 * also of a version that others have still to approve. Repeating it changes nothing. 409 `publishing_started` once the version is being published, `not_approved` if it is not approved.
 */
export async function undoApproval(ctx: Context, ref: VersionRef): Promise<ReviewedTask> {
  const task = await lockTaskFor(ctx, ref.taskId, "decide");
  const version = await findRequestedVersion(ctx, ref);
  if (version && wasAlreadyDecided("in_review", { task, version })) {
    if (await withdrawApproval(ctx, task, ref.version)) {
      await notifyTaskClients(ctx, task);
      await ctx.emit(approvalWithdrawn, ref);
    }
    return presentReviewed(ctx, task, version.reviewEndsAt);
  }
  if (version?.state !== "approved") throw reviewError("not_approved");
  if (!allows(task.stage, "undo_approval")) throw reviewError("publishing_started");
  await withdrawApproval(ctx, task, ref.version);
  await changeVersion(ctx.tx, version, { state: "in_review", decidedAt: null, windowSecondsLeft: null });
  const reviewEndsAt = await continueWindow(ctx, { task, version });
  const reviewed = await advanceTask(ctx, ref.taskId, "undo_approval");
  await ctx.emit(approvalUndone, { ...ref, reviewEndsAt });
  return presentReviewed(ctx, reviewed, reviewEndsAt);
}

/** Extends the review window by its own length. 409 `already_extended` the second time. */
export async function extendWindow(ctx: Context, ref: VersionRef): Promise<ReviewedTask> {
  const task = await lockTaskFor(ctx, ref.taskId, "decide");
  const version = await findInReview(ctx, ref);
  if (version.extendedAt) throw reviewError("already_extended");
  if (!version.reviewEndsAt || !version.windowSeconds) throw reviewError("nothing_to_review");
  const reviewEndsAt = after(version.reviewEndsAt, version.windowSeconds * second);
  await changeVersion(ctx.tx, version, { extendedAt: ctx.now });
  await startWindow(ctx, task, { ...version, reviewEndsAt });
  await ctx.emit(windowExtended, { ...ref, reviewEndsAt });
  return presentReviewed(ctx, task, reviewEndsAt);
}

/**
 * Asks the creator to extend the review window, once per version; repeating it changes nothing. 409 `already_extended`
 * if it was extended.
 */
export async function requestExtension(ctx: Context, ref: VersionRef): Promise<{ requestedAt: string }> {
  const task = await lockTaskFor(ctx, ref.taskId, "upload");
  const version = await findInReview(ctx, ref);
  if (version.extendedAt) throw reviewError("already_extended");
  const requestedAt = version.extensionRequestedAt ?? ctx.now;
  if (!version.extensionRequestedAt && version.reviewEndsAt) {
    await changeVersion(ctx.tx, version, { extensionRequestedAt: requestedAt });
    await notifyTaskClients(ctx, task);
    await ctx.emit(extensionRequested, { ...ref, reviewEndsAt: version.reviewEndsAt });
  }
  return { requestedAt: requestedAt.toISOString() };
}

/** Whether the decision was made before: the task is in `stage`, and its version in that stage is this one. */
export function wasAlreadyDecided(stage: Stage, { task, version }: LockedVersion): boolean {
  const states: Partial<Record<Stage, VersionRow["state"]>> = {
    in_review: "in_review",
    approved: "approved",
    changes_requested: "rejected",
  };
  return task.stage === stage && version.state === states[stage];
}

export async function findRequestedVersion(
  ctx: Context,
  { taskId, version }: VersionRef,
): Promise<VersionRow | null> {
  return findVersion(ctx.tx, { taskId, number: version });
}

/** The version in review of a locked task, if that is the version the creator decided on. */
export async function findInReview(ctx: Context, ref: VersionRef): Promise<VersionRow> {
  const version = await newestVersionIn(ctx.tx, ref.taskId, ["in_review"]);
  if (!version) {
    const requested = await findRequestedVersion(ctx, ref);
    if (requested?.state === "withdrawn") throw reviewError("version_withdrawn");
    throw reviewError(requested?.decidedAt ? "already_decided" : "nothing_to_review");
  }
  if (version.number !== ref.version) throw reviewError("version_superseded");
  return version;
}

/** The end of the continued window. After a failed publication it is running already. */
async function continueWindow(ctx: Context, { task, version }: LockedVersion): Promise<Date> {
  if (version.reviewEndsAt) return version.reviewEndsAt;
  const secondsLeft = version.windowSecondsLeft ?? version.windowSeconds ?? 0;
  const reviewEndsAt = after(ctx.now, secondsLeft * second);
  await startWindow(ctx, task, { ...version, reviewEndsAt });
  return reviewEndsAt;
}

export async function presentReviewed(
  ctx: Context,
  task: TaskRow,
  reviewEndsAt: Date | null,
): Promise<ReviewedTask> {
  return { ...(await presentTask(ctx, task)), reviewEndsAt: reviewEndsAt?.toISOString() ?? null };
}
