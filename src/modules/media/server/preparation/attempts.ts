import type { Context } from "#core/server/context.ts";

import type { Video } from "../tables.ts";
import { markLost, refuseLockedVideo } from "../videos/failure.ts";
import { lockVideo } from "../videos/lock.ts";
import { updateVideo } from "../videos/queries.ts";

/** Attempts after which a video is refused: its file is assumed to be the cause. */
const maxAttempts = 6;

/**
 * Counts an attempt to prepare a video that `needsWork`; null, without counting, when there is nothing to do. Refuses a
 * video that has used all its attempts, however they ended.
 */
export async function beginAttempt(
  ctx: Context,
  videoId: string,
  needsWork: (video: Video) => boolean,
): Promise<Video | null> {
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video || !needsWork(video)) return null;
  if (video.attempts >= maxAttempts) {
    await refuseLockedVideo(ctx, video, { code: "attempts_exhausted" });
    return null;
  }
  await updateVideo(ctx.tx, videoId, { attempts: video.attempts + 1 });
  return video;
}

/**
 * Counts a job that the queue has lost as an attempt; true where the job should be enqueued again. The caller has
 * locked the video. A video whose jobs are lost repeatedly is marked as lost, so that nobody waits for it forever.
 */
export async function countLostJob(ctx: Context, video: Video): Promise<boolean> {
  // Other modules were notified when the limit was reached, and keep the playable video.
  if (video.state === "ready" && video.attempts >= maxAttempts) return false;
  await updateVideo(ctx.tx, video.id, { attempts: video.attempts + 1 });
  if (video.attempts + 1 < maxAttempts) return true;
  await markLost(ctx, video, { code: "preparation_lost" });
  return false;
}
