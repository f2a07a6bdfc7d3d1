import type { Context, ReadContext } from "#core/server/context.ts";
import { day, hour } from "#core/time.ts";
import { uploadEnded, uploadProgressed, videoReceived } from "#modules/media/contract/videos.ts";

import { markVideoDeleted } from "../deletion/deletion.ts";
import { removeVideoObjects } from "../deletion/jobs.ts";
import { deleteUploads } from "../deletion/queries.ts";
import { recordSentDigest } from "../preparation/digests.ts";
import { prepareVideo } from "../preparation/prepare.ts";
import type { Upload } from "../tables.ts";
import { videoJobOptions } from "../videos/job-options.ts";
import { originalKey } from "../videos/object-keys.ts";
import { changeVideoState, findVideo, lockVideo } from "../videos/queries.ts";
import { ownVideo } from "./queries.ts";
import type { ReceivedUpload, UploadedKind } from "./uploaded-kind.ts";

/** Unclaimed form uploads are deleted after this long. */
export const unclaimedLifetime = hour;
/** A form upload that is incomplete after this long is abandoned: its request has died. */
export const formUploadTimeout = 3 * day;

/** Uploads that become videos. */
export const videoUploads: UploadedKind = {
  objectKey: originalKey,
  findReceived: findReceivedVideo,
  lock: async (ctx, videoId) => (await lockVideo(ctx, videoId, ["receiving"])) !== null,
  complete: completeVideoUpload,
  abandon: abandonVideoUpload,
  reportProgress: reportVideoProgress,
  recordSentDigest,
  removeObjects: removeVideoObjects,
};

/** A refused video is received: its sender may not have received the last response yet. */
async function findReceivedVideo(
  ctx: ReadContext,
  personId: number,
  videoId: string,
): Promise<ReceivedUpload | "ended" | null> {
  const video = await ownVideo(ctx.tx, personId, videoId);
  if (!video || video.taskId === null) return null;
  return video.state === "deleted" ? "ended" : { bytes: video.bytes };
}

/**
 * Starts the preparation of an upload whose last byte is stored. Does nothing when it has already started; false when
 * the upload was cancelled or has expired instead.
 */
export async function completeVideoUpload(ctx: Context, videoId: string): Promise<boolean> {
  const video = await lockVideo(ctx, videoId, ["receiving"]);
  if (!video) return (await findVideo(ctx.tx, videoId))?.state !== "deleted";
  const { bytes } = video;
  const change = { storedBytes: bytes, originalBytes: bytes, receivedAt: ctx.now };
  await changeVideoState(ctx.tx, videoId, "preparing", change);
  await deleteUploads(ctx.tx, [videoId]);
  await ctx.enqueue(prepareVideo, { videoId }, videoJobOptions(video));
  await ctx.emit(videoReceived, { videoId, taskId: video.taskId });
  return true;
}

/** Ends an upload before its last byte and removes its stored bytes; false when it was not in progress. */
export async function abandonVideoUpload(ctx: Context, videoId: string): Promise<boolean> {
  const video = await lockVideo(ctx, videoId, ["receiving"]);
  if (!video) return false;
  await markVideoDeleted(ctx, videoId, "nothing");
  await ctx.emit(uploadEnded, { videoId, taskId: video.taskId });
  return true;
}

async function reportVideoProgress(ctx: Context, { id: videoId, received, bytes }: Upload): Promise<void> {
  const video = await findVideo(ctx.tx, videoId);
  if (video) await ctx.emit(uploadProgressed, { videoId, taskId: video.taskId, received, bytes });
}
