import type { Context } from "#core/server/context.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import { refuseLockedVideo } from "../preparation/failure.ts";
import { findVideo, lockVideo } from "../videos/queries.ts";

/**
 * Cancels the preparation of a video: it is refused, its uploader is notified, and its encoding stops with its next progress.
 * Returns the user in whose storage it counted. 409 `preparation_ended` if it isn't being prepared, `preparation_needed` if
 * the modules that show it keep the playable video.
 */
export async function cancelPreparation(
  ctx: Context,
  videoId: string,
): Promise<{ accountId: number | null }> {
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  const ended = video?.state === "ready" && (video.plays !== "rendition" || video.renditionDone !== null);
  if (!video || ended) throw mediaError("preparation_ended");
  await refuseLockedVideo(ctx, video, { code: "preparation_canceled" });
  if ((await findVideo(ctx.tx, videoId))?.state === "ready") throw mediaError("preparation_needed");
  return { accountId: video.accountId };
}
