import type { Context, ReadContext } from "#core/server/context.ts";
import { readShownFrames, type ShownFrames } from "#modules/media/server/public/media.ts";
import { changesRequested, reviewError } from "#modules/review/contract/versions.ts";
import { type VersionState, versionStates } from "#modules/review/rules/versions.ts";
import { allows } from "#modules/tasks/rules/stages.ts";
import { advanceTask, lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import { isPlayable } from "../versions/preview.ts";
import {
  changeVersion,
  findVersion,
  findVersionWithFacts,
  isInReviewFor,
  newestVersionIn,
  type VersionRow,
} from "../versions/queries.ts";
import { renewWindow, stopWindow } from "../window/review-window.ts";

export { isApprovedByAll, listTaskApprovals } from "../approvals/approvals.ts";
export type { VersionRow } from "../versions/queries.ts";

/** A version of a task in any state, or null. */
export async function findTaskVersion(
  ctx: ReadContext,
  version: Pick<VersionRow, "taskId" | "number">,
): Promise<VersionRow | null> {
  return findVersion(ctx.tx, version);
}

/** The state of a version, and the frames that players show of its video; null before it was probed. */
export interface VersionFrames extends Pick<VersionRow, "state" | "videoId"> {
  frames: ShownFrames | null;
}

/** The state and frames of a version, also after the deletion of its video; null if there is no such version. */
export async function framesOfVersion(
  ctx: ReadContext,
  version: Pick<VersionRow, "taskId" | "number">,
): Promise<VersionFrames | null> {
  const row = await findVersionWithFacts(ctx.tx, version);
  return row && { state: row.state, videoId: row.videoId, frames: readShownFrames(row) };
}

/** The frames of a version, of which its video may have none yet, while players can show it; else null. */
export async function playableFrames(
  ctx: ReadContext,
  version: Pick<VersionRow, "taskId" | "number">,
): Promise<{ frames: ShownFrames | null } | null> {
  const row = await findVersionWithFacts(ctx.tx, version);
  const isOver = row?.reviewEndsAt != null && row.reviewEndsAt <= ctx.now;
  return row && isPlayable(row) && !isOver ? { frames: readShownFrames(row) } : null;
}

/** The newest version of a task in one of these states, by default in any, or null. */
export async function newestVersion(
  ctx: ReadContext,
  taskId: number,
  states: readonly VersionState[] = versionStates,
): Promise<VersionRow | null> {
  return newestVersionIn(ctx.tx, taskId, states);
}

/** The approved version, or null. */
export async function approvedVersion(
  ctx: ReadContext,
  taskId: number,
): Promise<{ number: number; videoId: string } | null> {
  const version = await newestVersionIn(ctx.tx, taskId, ["approved"]);
  return version && { number: version.number, videoId: version.videoId };
}

/** Whether the user is the creator or editor of the video's task, and its review window has not ended. */
export async function mayWatch(
  ctx: ReadContext,
  { id, personId }: { id: string; personId: number },
): Promise<boolean> {
  return isInReviewFor(ctx.tx, { videoId: id, personId, now: ctx.now });
}

/** Starts a new review window for the approved version after a failed publication. */
export async function restartWindow(ctx: Context, taskId: number): Promise<void> {
  await renewWindow(ctx, taskId);
}

/**
 * Sends the approved version back to the editor, because the platform can't use it. 409 `not_approved` without an approved
 * version, `publishing_started` while it is being published.
 */
export async function sendBack(
  ctx: Context,
  { taskId, feedback }: { taskId: number; feedback: string },
): Promise<void> {
  const task = await lockTaskFor(ctx, taskId, "decide");
  const version = await newestVersionIn(ctx.tx, taskId, ["approved"]);
  if (!version) throw reviewError("not_approved");
  if (!allows(task.stage, "send_back")) throw reviewError("publishing_started");
  const rejected = { state: "rejected", decidedAt: ctx.now, windowSecondsLeft: null } as const;
  await changeVersion(ctx.tx, version, { ...rejected, feedback });
  await stopWindow(ctx, version);
  await advanceTask(ctx, taskId, "send_back");
  await ctx.emit(changesRequested, { taskId, version: version.number, feedback, openComments: 0 });
}
