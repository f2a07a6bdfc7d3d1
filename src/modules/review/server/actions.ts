import type { Context, ReadContext } from "#core/server/context.ts";

import { type VersionState, versionStates } from "../rules.ts";
import { findVersion, isShownTo, newestIn, type VersionRow } from "./queries.ts";
import { renewWindow } from "./review-window.ts";

export type { VersionRow } from "./queries.ts";

/** A version of a task in any state, or null. */
export async function versionOf(
  ctx: ReadContext,
  version: Pick<VersionRow, "taskId" | "number">,
): Promise<VersionRow | null> {
  return findVersion(ctx.tx, version);
}

/** The newest version of a task in one of these states, by default in any, or null. */
export async function newestVersion(
  ctx: ReadContext,
  taskId: number,
  states: readonly VersionState[] = versionStates,
): Promise<VersionRow | null> {
  return newestIn(ctx.tx, taskId, states);
}

/** The approved version, or null. */
export async function approvedVersion(
  ctx: ReadContext,
  taskId: number,
): Promise<{ number: number; videoId: string } | null> {
  const version = await newestIn(ctx.tx, taskId, ["approved"]);
  return version && { number: version.number, videoId: version.videoId };
}

/** Whether the user is the creator or editor of the video's task, and its review window has not ended. */
export async function mayWatch(
  ctx: ReadContext,
  { id, personId }: { id: string; personId: number },
): Promise<boolean> {
  return isShownTo(ctx.tx, { videoId: id, personId, now: ctx.now });
}

/** Starts a new review window for the approved version after a failed publication. */
export async function restartWindow(ctx: Context, taskId: number): Promise<void> {
  await renewWindow(ctx, taskId);
}
