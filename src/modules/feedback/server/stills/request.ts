import type { Context } from "#core/server/context.ts";

import { makeStills } from "./job-definitions.ts";
import { findMissing, findVersionOfVideo, insertStill, type StillFrame } from "./queries.ts";

/**
 * Requests a still of a frame as a job of `userId`, unless it has one, or its version has `maxStills` already.
 */
export async function requestStill(ctx: Context, still: StillFrame, userId: number): Promise<void> {
  const { taskId, version } = still;
  if (await insertStill(ctx.tx, still)) await ctx.enqueue(makeStills, { taskId, version }, { userId });
}

/** Requests the stills of comments that were written while the rendition was being made. */
export async function requestMissingStills(ctx: Context, videoId: string): Promise<void> {
  const found = await findVersionOfVideo(ctx.tx, videoId);
  if (!found) return;
  const { editorId: userId, ...version } = found;
  if ((await findMissing(ctx.tx, version)).length > 0) await ctx.enqueue(makeStills, version, { userId });
}
