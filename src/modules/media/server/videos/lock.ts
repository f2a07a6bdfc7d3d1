import type { Context } from "#core/server/context.ts";
import type { VideoState } from "#modules/media/rules/video-states.ts";

import type { Video } from "../tables.ts";
import { findVideo, lockVideoRow } from "./queries.ts";

/**
 * The video, locked until the transaction ends; null unless it is in one of `states`. Its owner is locked first, because
 * event handlers of later modules lock it while the video is locked.
 */
export async function lockVideo(
  ctx: Context,
  videoId: string,
  states: readonly VideoState[],
): Promise<Video | null> {
  const seen = await findVideo(ctx.tx, videoId);
  if (!seen || !states.includes(seen.state)) return null;
  if (seen.owner !== null) await ctx.lockOwner(seen.owner);
  const video = await lockVideoRow(ctx.tx, videoId);
  return video && states.includes(video.state) ? video : null;
}
