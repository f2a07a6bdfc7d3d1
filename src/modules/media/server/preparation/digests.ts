import type { Context } from "#core/server/context.ts";
import { after, hour } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import type { Video } from "../tables.ts";
import { lockVideo, updateVideo } from "../videos/queries.ts";
import { markLost } from "./failure.ts";

/** Digests sent later than this after the last byte are rejected: decisions made meanwhile must not be undone. */
export const digestDeadline = hour;

/**
 * Stores the SHA-256 that the uploader's browser has computed of its file. Throws `digest_other` where a different one
 * is stored, `upload_ended` when the video is deleted or its last byte arrived more than an hour ago. Does nothing for
 * a refused video, which the browser may not know yet.
 */
export async function recordSentDigest(ctx: Context, videoId: string, sentSha256: string): Promise<void> {
  const video = await lockVideo(ctx, videoId, ["receiving", "preparing", "ready", "refused"]);
  if (!video) throw mediaError("upload_ended");
  if (video.state === "refused") return;
  if (video.sentSha256 === sentSha256) return;
  if (video.sentSha256 !== null) throw mediaError("digest_other");
  if (video.receivedAt && after(video.receivedAt, digestDeadline) < ctx.now) throw mediaError("upload_ended");
  await recordDigest(ctx, video, { sentSha256 });
}

/** Stores the SHA-256 of the stored original; does nothing when it is known or the video has ended meanwhile. */
export async function recordStoredDigest(ctx: Context, videoId: string, sha256: string): Promise<void> {
  const video = await lockVideo(ctx, videoId, ["preparing", "ready"]);
  if (video?.sha256 === null) await recordDigest(ctx, video, { sha256 });
}

/** Compares the two digests as soon as the second one is known. */
async function recordDigest(
  ctx: Context,
  video: Video,
  digest: Partial<Pick<Video, "sha256" | "sentSha256">>,
): Promise<void> {
  await updateVideo(ctx.tx, video.id, digest);
  const { sha256, sentSha256 } = { ...video, ...digest };
  if (sha256 !== null && sentSha256 !== null && sha256 !== sentSha256) {
    await markLost(ctx, video, { code: "digest_mismatch" });
  }
}
