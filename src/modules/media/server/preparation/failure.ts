import type { Context } from "#core/server/context.ts";
import { videoLost, videoRefused } from "#modules/media/contract/videos.ts";
import { videoChanged } from "#modules/media/realtime-messages.ts";
import { type VideoFailure, videoFailureMessage } from "#modules/media/rules/video-failures.ts";

import { removeVideo } from "../deletion/jobs.ts";
import type { Video } from "../tables.ts";
import { changeVideoState, lockVideo } from "../videos/queries.ts";

/**
 * Refuses a file that can't be used. A video in preparation is removed; one that could already be played stays until the
 * modules that show it decide.
 */
export async function refuseVideo(ctx: Context, videoId: string, failure: VideoFailure): Promise<void> {
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (video) await refuseLockedVideo(ctx, video, failure);
}

/** Like `refuseVideo`, for a video that the caller has locked. */
export async function refuseLockedVideo(ctx: Context, video: Video, failure: VideoFailure): Promise<void> {
  if (await changeVideoState(ctx.tx, video.id, "refused", { failure, posterDone: null })) {
    await ctx.enqueue(removeVideo, { videoId: video.id });
  }
  await ctx.emit(videoRefused, failureEvent(video, failure));
  notifyUploader(ctx, video);
}

/**
 * The stored original is missing, incomplete, or not the file that was sent. A video in preparation is refused, because
 * nobody has watched it yet; for a playable one the modules that show it decide. The caller has locked the video.
 */
export async function markLost(
  ctx: Context,
  video: Video,
  failure: VideoFailure = { code: "file_lost" },
): Promise<void> {
  if (video.state === "preparing") return refuseLockedVideo(ctx, video, failure);
  await ctx.emit(videoLost, failureEvent(video, failure));
  notifyUploader(ctx, video);
}

/** Lets the uploader's browsers refetch the video. */
export function notifyUploader(
  ctx: Context,
  { id: videoId, personId }: Pick<Video, "id" | "personId">,
): void {
  if (personId !== null) ctx.notifyClients([personId], videoChanged, { videoId });
}

function failureEvent({ id: videoId, taskId }: Video, failure: VideoFailure) {
  return { videoId, taskId, failure, reason: videoFailureMessage(failure) };
}
