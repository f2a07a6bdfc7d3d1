import type { Context } from "#core/server/context.ts";
import { videoProgressed, videoReady } from "#modules/media/contract/videos.ts";

import type { Video } from "../tables.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import { changeVideoState, lockVideo, updateVideo, type VideoChange } from "../videos/queries.ts";
import { notifyUploader } from "./failure.ts";
import { hashOriginal } from "./hash.ts";

/** Results of preparation. */
type Results = Pick<
  VideoChange,
  | "facts"
  | "type"
  | "plays"
  | "prepared"
  | "renditionDone"
  | "highResolutionDone"
  | "lightDone"
  | "posterDone"
  | "stillsDone"
  | "unmadeStills"
  | "captions"
  | "sounds"
  | "conversion"
  | "attempts"
>;

/** Makes the video playable; false when it already is, or was deleted meanwhile. */
export async function markReady(ctx: Context, videoId: string, results: Results): Promise<boolean> {
  const video = await lockVideo(ctx, videoId, ["preparing"]);
  if (!video) return false;
  await changeVideoState(ctx.tx, videoId, "ready", { ...results, readyAt: ctx.now });
  await ctx.enqueue(hashOriginal, { videoId }, videoJobOptions(video));
  await ctx.emit(videoReady, { videoId, taskId: video.taskId });
  notifyUploader(ctx, video);
  return true;
}

/** Stores results of preparation and notifies players; false when the video was discarded meanwhile. */
export async function recordProgress(
  ctx: Context,
  { id: videoId }: Pick<Video, "id">,
  part: "share" | "rendition" | "stills",
  results: Results,
): Promise<boolean> {
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video) return false;
  await updateVideo(ctx.tx, videoId, results);
  await ctx.emit(videoProgressed, { videoId, taskId: video.taskId, part });
  notifyUploader(ctx, video);
  return true;
}
