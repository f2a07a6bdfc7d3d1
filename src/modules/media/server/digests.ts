import type { Context } from "#core/server/context.ts";
import { after, hour } from "#core/time.ts";

import { mediaError } from "../contract.ts";
import { holdVideo } from "./hold-video.ts";
import { loseVideo } from "./preparing.ts";
import { changeVideo } from "./store/videos.ts";
import type { Video } from "./tables.ts";

/** Later than this after the last byte, what a sender says undoes nothing that has been decided meanwhile. */
const patience = hour;
const otherFile = "What arrived of this video is not the file that was sent. Please upload it again.";

/**
 * Keeps the SHA-256 that the sender's browser has of its file. Throws `digest_other` where another one is known,
 * `upload_over` when the video has ended, or its last byte came more than an hour ago.
 */
export async function noteSentDigest(ctx: Context, videoId: string, sentSha256: string): Promise<void> {
  const video = await holdVideo(ctx, videoId, ["receiving", "preparing", "ready"]);
  if (!video) throw mediaError("upload_over");
  if (video.sentSha256 === sentSha256) return;
  if (video.sentSha256 !== null) throw mediaError("digest_other");
  if (video.receivedAt && after(video.receivedAt, patience) < ctx.now) throw mediaError("upload_over");
  await noteDigest(ctx, video, { sentSha256 });
}

/** Keeps the SHA-256 of the stored original; does nothing when it is known, or the video has ended meanwhile. */
export async function noteStoredDigest(ctx: Context, videoId: string, sha256: string): Promise<void> {
  const video = await holdVideo(ctx, videoId, ["preparing", "ready"]);
  if (video?.sha256 === null) await noteDigest(ctx, video, { sha256 });
}

/** Whichever of the two comes second finds out whether the stored file is the one that was sent. */
async function noteDigest(
  ctx: Context,
  video: Video,
  digest: Partial<Pick<Video, "sha256" | "sentSha256">>,
): Promise<void> {
  await changeVideo(ctx.tx, video.id, digest);
  const { sha256, sentSha256 } = { ...video, ...digest };
  if (sha256 !== null && sentSha256 !== null && sha256 !== sentSha256) await loseVideo(ctx, video, otherFile);
}
