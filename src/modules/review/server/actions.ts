import type { Context, ReadContext } from "#core/server/context.ts";

import { isShownTo, newestIn } from "./store.ts";
import { renewWindow } from "./window.ts";

/** The version that the creator has approved, or null. */
export async function approvedVersion(
  ctx: ReadContext,
  taskId: number,
): Promise<{ number: number; videoId: string } | null> {
  const version = await newestIn(ctx.tx, taskId, ["approved"]);
  return version && { number: version.number, videoId: version.videoId };
}

/** Whether the person is one of the two people of the video's task, and its review window has not ended. */
export async function mayWatch(
  ctx: ReadContext,
  { id, personId }: { id: string; personId: number },
): Promise<boolean> {
  return isShownTo(ctx.tx, { videoId: id, personId, now: ctx.now });
}

/** Gives the approved version a whole review window again, after a publish that failed (decisions). */
export async function restartWindow(ctx: Context, taskId: number): Promise<void> {
  await renewWindow(ctx, taskId);
}
