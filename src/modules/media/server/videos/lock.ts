import type { Context } from "#core/server/context.ts";
import { videoChanging } from "#modules/media/contract.ts";
import type { VideoState } from "#modules/media/rules/video-states.ts";

import type { Video } from "../tables.ts";
import { findVideo, lockVideoRow } from "./queries.ts";

/**
 * The video, locked until the transaction ends; null unless it is in one of `states`. Later modules lock its owner
 * first, in their handlers of `videoChanging`.
 */
export async function lockVideo(
  ctx: Context,
  videoId: string,
  states: readonly VideoState[],
): Promise<Video | null> {
  const seen = await findVideo(ctx.tx, videoId);
  if (!seen || !states.includes(seen.state)) return null;
  await ctx.emit(videoChanging, { videoId, owner: seen.owner ?? "" });
  const video = await lockVideoRow(ctx.tx, videoId);
  return video && states.includes(video.state) ? video : null;
}
