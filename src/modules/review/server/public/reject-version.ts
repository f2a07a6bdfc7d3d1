import type { Context } from "#core/server/context.ts";
import { changesRequested, reviewError, type ReviewedTask } from "#modules/review/contract/versions.ts";
import { advanceTask, lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import {
  type VersionRef,
  findRequestedVersion,
  findInReview,
  wasAlreadyDecided,
  presentReviewed,
} from "../decisions/decisions.ts";
import { changeVersion } from "../versions/queries.ts";
import { stopWindow } from "../window/review-window.ts";

interface Rejection extends VersionRef {
  feedback: string;
  /** Comments that are sent to the editor with it. */
  openComments: number;
}

/**
 * Sends a version back to the editor. It can be watched until the next version is in review. Repeating it with the same
 * feedback changes nothing; other decisions are refused with 409 as in `approve`. 422 `no_feedback` without text and open
 * comments.
 */
export async function rejectVersion(ctx: Context, rejection: Rejection): Promise<ReviewedTask> {
  const { taskId, version: number, feedback, openComments } = rejection;
  const task = await lockTaskFor(ctx, taskId, "decide");
  const requested = await findRequestedVersion(ctx, rejection);
  if (
    requested &&
    (requested.feedback ?? "") === feedback &&
    wasAlreadyDecided("changes_requested", { task, version: requested })
  ) {
    return presentReviewed(ctx, task, null);
  }
  const version = await findInReview(ctx, rejection);
  if (feedback === "" && openComments === 0) {
    const message = "Describe what the editor should change.";
    throw reviewError("no_feedback", { issues: [{ path: "feedback", message }] });
  }
  await changeVersion(ctx.tx, version, {
    state: "rejected",
    decidedAt: ctx.now,
    feedback: feedback === "" ? null : feedback,
  });
  await stopWindow(ctx, version);
  const rejected = await advanceTask(ctx, taskId, "reject");
  await ctx.emit(changesRequested, { taskId, version: number, feedback, openComments });
  return presentReviewed(ctx, rejected, null);
}
