import type { Context } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";

import { uploadEnded, videoReceived } from "../contract.ts";
import { holdVideo } from "./hold-video.ts";
import { prepareVideo, removeVideo } from "./job-definitions.ts";
import { changeVideo, findVideo } from "./store/videos.ts";
import type { Video } from "./tables.ts";

/** An upload that nobody has continued for this long is given up. */
export const abandonedAfter = 7 * day;
/** What a form has brought and no action has taken goes after this long. */
export const stagedFor = hour;
/** A form's file that has not arrived after this long is never going to: its request has died. */
export const formPatience = 3 * day;

/**
 * The last byte is stored: preparation begins. Does nothing when somebody else has already said so; false when the upload
 * has been ended instead.
 */
export async function completeUpload(ctx: Context, videoId: string): Promise<boolean> {
  const video = await holdVideo(ctx, videoId, ["receiving"]);
  if (!video) return (await findVideo(ctx.tx, videoId))?.state !== "deleted";
  const { bytes: received } = video;
  await changeVideo(ctx.tx, videoId, { state: "preparing", received, receivedAt: ctx.now, writer: null });
  await ctx.enqueue(prepareVideo, { videoId });
  await ctx.emit(videoReceived, { videoId, subject: video.subject ?? "" });
  return true;
}

/** Ends an upload before its last byte and clears away what has arrived; false when it was no longer one. */
export async function abandonUpload(ctx: Context, videoId: string): Promise<boolean> {
  const video = await holdVideo(ctx, videoId, ["receiving"]);
  if (!video) return false;
  await end(ctx, video);
  return true;
}

/** Ends an upload that nobody has continued for `abandonedAfter`; does nothing when somebody has come back. */
export async function expireUpload(ctx: Context, videoId: string): Promise<void> {
  const video = await holdVideo(ctx, videoId, ["receiving"]);
  if (video && isAbandoned(video, ctx.now)) await end(ctx, video);
}

async function end(ctx: Context, { id: videoId, subject }: Video): Promise<void> {
  await changeVideo(ctx.tx, videoId, { state: "deleted", deletedAt: ctx.now, writer: null });
  await ctx.enqueue(removeVideo, { videoId });
  await ctx.emit(uploadEnded, { videoId, subject: subject ?? "" });
}

/** True when nothing has arrived for so long that the sender is not coming back. */
export function isAbandoned(video: Pick<Video, "createdAt" | "writerUntil">, now: Date): boolean {
  return after(video.writerUntil ?? video.createdAt, abandonedAfter) < now;
}
