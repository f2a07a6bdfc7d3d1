import type { Context, ReadContext } from "#foundation/server/context.ts";

import { newestIn } from "./store.ts";
import { renewWindow } from "./window.ts";

/** The version that the creator has approved, or null. */
export async function approvedVersion(
  ctx: ReadContext,
  taskId: number,
): Promise<{ number: number; videoId: string } | null> {
  const version = await newestIn(ctx.tx, taskId, ["approved"]);
  return version && { number: version.number, videoId: version.videoId };
}

/** Gives the approved version a whole review window again, after a publish that failed (decisions). */
export async function freshWindow(ctx: Context, taskId: number): Promise<void> {
  await renewWindow(ctx, taskId);
}
