import type { Context } from "#core/server/context.ts";

import { videoChanging } from "../contract.ts";
import { findVideo, lockVideo } from "./store/videos.ts";
import type { Video } from "./tables.ts";

/**
 * The video, locked until the transaction ends, when it is in one of `states`; null otherwise. What it belongs to is
 * locked first, by the rooms that listen to `videoChanging`.
 */
export async function holdVideo(
  ctx: Context,
  videoId: string,
  states: readonly Video["state"][],
): Promise<Video | null> {
  const seen = await findVideo(ctx.tx, videoId);
  if (!seen || !states.includes(seen.state)) return null;
  await ctx.emit(videoChanging, { videoId, subject: seen.subject ?? "" });
  const video = await lockVideo(ctx.tx, videoId);
  return video && states.includes(video.state) ? video : null;
}
