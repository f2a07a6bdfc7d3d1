import type { Context } from "#core/server/context.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { reviewError } from "#modules/review/contract/versions.ts";
import { versionWithdrawn } from "#modules/review/contract/withdrawals.ts";
import { undecidedStates } from "#modules/review/rules/versions.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import {
  advanceTask,
  lockTaskFor,
  notifyTaskClients,
  presentTask,
} from "#modules/tasks/server/public/tasks.ts";

import { changeVersion, findVersion } from "./queries.ts";

/**
 * Withdraws a version without a decision: its window and review links end, its video is deleted, its comments stay, and the task waits for
 * another upload. Repeating it changes nothing. 404 `unknown_version`, 409 `already_decided`.
 */
export async function withdrawVersion(
  ctx: Context,
  { taskId, version: number, reason }: { taskId: number; version: number; reason: string },
): Promise<Task> {
  const task = await lockTaskFor(ctx, taskId, "upload");
  const version = await findVersion(ctx.tx, { taskId, number });
  if (!version) throw reviewError("unknown_version");
  if (version.state === "withdrawn") return presentTask(ctx, task);
  if (!undecidedStates.some((state) => state === version.state)) throw reviewError("already_decided");
  const wasInReview = version.state === "in_review";
  // Before the deletion, which would delete the row of an unfinished upload.
  await changeVersion(ctx.tx, version, { state: "withdrawn", withdrawalReason: reason, reviewEndsAt: null });
  await deleteVideo(ctx, version.videoId);
  const waiting = wasInReview ? await advanceTask(ctx, taskId, "withdraw") : task;
  if (!wasInReview) await notifyTaskClients(ctx, task);
  await ctx.emit(versionWithdrawn, { taskId, version: number, reason, wasInReview });
  return presentTask(ctx, waiting);
}
