import type { Context } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { uploadEnded, videoReceived } from "#modules/media/contract/videos.ts";
import { uploadInactivityLimit } from "#modules/media/rules/uploads.ts";

import { markVideoDeleted } from "../deletion/deletion.ts";
import { prepareVideo } from "../preparation/prepare.ts";
import type { Video } from "../tables.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import { changeVideoState, findVideo, lockVideo } from "../videos/queries.ts";

/** Unclaimed form uploads are deleted after this long. */
export const unclaimedLifetime = hour;
/** A form upload that is incomplete after this long is abandoned: its request has died. */
export const formUploadTimeout = 3 * day;

/**
 * Starts the preparation of an upload whose last byte is stored. Does nothing when it has already started; false when
 * the upload was cancelled or has expired instead.
 */
export async function completeUpload(ctx: Context, videoId: string): Promise<boolean> {
  const video = await lockVideo(ctx, videoId, ["receiving"]);
  if (!video) return (await findVideo(ctx.tx, videoId))?.state !== "deleted";
  const { bytes } = video;
  const stored = { storedBytes: bytes, originalBytes: bytes };
  const change = { received: bytes, ...stored, receivedAt: ctx.now, writer: null };
  await changeVideoState(ctx.tx, videoId, "preparing", change);
  await ctx.enqueue(prepareVideo, { videoId }, videoJobOptions(video));
  await ctx.emit(videoReceived, { videoId, taskId: video.taskId });
  return true;
}

/** Ends an upload before its last byte and removes its stored bytes; false when it was not in progress. */
export async function abandonUpload(ctx: Context, videoId: string): Promise<boolean> {
  const video = await lockVideo(ctx, videoId, ["receiving"]);
  if (!video) return false;
  await end(ctx, video);
  return true;
}

/** Ends an upload that has reached `uploadInactivityLimit`; does nothing when it was continued meanwhile. */
export async function expireUpload(ctx: Context, videoId: string): Promise<void> {
  const video = await lockVideo(ctx, videoId, ["receiving"]);
  if (video && isInactive(video, ctx.now)) await end(ctx, video);
}

async function end(ctx: Context, { id: videoId, taskId }: Video): Promise<void> {
  await markVideoDeleted(ctx, videoId, "nothing");
  await ctx.emit(uploadEnded, { videoId, taskId });
}

/** True when an upload has received nothing for `uploadInactivityLimit`. */
export function isInactive(video: Pick<Video, "createdAt" | "writerUntil">, now: Date): boolean {
  return after(video.writerUntil ?? video.createdAt, uploadInactivityLimit) < now;
}
