import { randomUUID } from "node:crypto";

import { commonError } from "#core/error.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { after } from "#core/time.ts";

import { mediaError, type OpenUpload, type Playback } from "../contract.ts";
import { largestVideo } from "../rules.ts";
import { signedFolder } from "./addresses.ts";
import { nameOf } from "./file-name.ts";
import { extensionOf, nameInAddress } from "./file-type.ts";
import { removeFile, removeVideo } from "./job-definitions.ts";
import { fileKey, originalKey } from "./keys.ts";
import { posterAddress, presentPlayback } from "./present.ts";
import { abandonedAfter, completeUpload } from "./receiving.ts";
import { findFiles, markKept, markRemoving } from "./store/files.ts";
import { findUnfinished, ownVideo } from "./store/uploads.ts";
import { changeVideo, dropPoster, findVideo, insertVideo, withPoster } from "./store/videos.ts";
import type { Video } from "./tables.ts";
import { uploadAddress } from "./upload-address.ts";

/** What a browser says of the file that it is going to send. */
export interface VideoFile {
  /** What it is for, such as `task:12`. */
  subject: string;
  fileName: string;
  /** Size in bytes. */
  bytes: number;
  type: string;
  /** Tells one file from another on the sender's machine. */
  fingerprint: string;
}

/**
 * Opens an upload for the actor, or finds the actor's unfinished one of the same file for the same subject. Nothing is
 * sent here: the browser continues at `uploadUrl` by the tus protocol. Throws `upload_too_large`.
 */
export async function openVideoUpload(ctx: Context, videoFile: VideoFile): Promise<OpenUpload> {
  const personId = actorOf(ctx).id;
  if (videoFile.bytes > largestVideo) throw mediaError("upload_too_large");
  const unfinished = await findUnfinished(ctx.tx, { ...videoFile, personId });
  if (unfinished?.bytes === videoFile.bytes) return presentUpload(unfinished);
  const id = randomUUID();
  const fileName = nameOf(videoFile.fileName);
  await insertVideo(ctx.tx, { ...videoFile, fileName, id, personId, state: "receiving", createdAt: ctx.now });
  return presentUpload({ id, bytes: videoFile.bytes, received: 0 });
}

/**
 * The actor's own upload that still waits for bytes, or null. `received` is as of the last finished piece; what has
 * arrived is kept until `keptUntil`, and longer with every piece.
 */
export async function unfinishedUpload(
  ctx: ReadContext,
  videoId: string,
): Promise<(OpenUpload & { fileName: string; fingerprint: string; keptUntil: string }) | null> {
  const video = await ownVideo(ctx.tx, actorOf(ctx).id, videoId);
  if (video?.state !== "receiving") return null;
  const { fileName, fingerprint } = video;
  const keptUntil = after(video.writerUntil ?? video.createdAt, abandonedAfter).toISOString();
  return { ...presentUpload(video), fileName, fingerprint, keptUntil };
}

function presentUpload(video: Pick<Video, "id" | "bytes" | "received">): OpenUpload {
  return {
    videoId: video.id,
    uploadUrl: uploadAddress(video.id),
    received: video.received,
    bytes: video.bytes,
  };
}

/**
 * Makes a video that the actor has just sent in a form a video of `subject`; preparation begins. `fileId` is the
 * received file's id and stays the video's. Throws 404 when it isn't the actor's, or has been swept away.
 */
export async function claimVideo(ctx: Context, claimed: { fileId: string; subject: string }): Promise<void> {
  const { fileId, subject } = claimed;
  const video = await ownVideo(ctx.tx, actorOf(ctx).id, fileId);
  if (video?.state !== "receiving" || video.subject !== null || video.received !== video.bytes) {
    throw commonError("not_found");
  }
  await changeVideo(ctx.tx, fileId, { subject });
  await completeUpload(ctx, fileId);
}

/**
 * What a player of the actor needs. Addresses work for the actor alone, while the room of the video's subject lets them
 * watch, for some hours, and not beyond `until` (the end of a review window). Throws 404 for a video that does not exist.
 */
export async function playbackOf(ctx: ReadContext, videoId: string, until?: Date | null): Promise<Playback> {
  const video = await findVideo(ctx.tx, videoId);
  if (!video) throw commonError("not_found");
  return presentPlayback(ctx, video, { subject: video.subject, until: until ?? null });
}

/** Addresses of the posters that exist, by video id; for the actor alone. */
export async function posterAddresses(
  ctx: ReadContext,
  videoIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await withPoster(ctx.tx, videoIds);
  return new Map(
    found.map(({ id, subject }): [string, string] => [id, posterAddress(ctx, id, { subject, until: null })]),
  );
}

/**
 * A video's original for the relay to a platform. `sha256` is the sent file's where the sender's browser has said it,
 * else that of what was stored; null while neither is known. 404 when deleted.
 */
export async function originalOf(
  ctx: ReadContext,
  videoId: string,
): Promise<{ key: string; bytes: number; sha256: string | null; type: string }> {
  const video = await findVideo(ctx.tx, videoId);
  if (video?.state !== "preparing" && video?.state !== "ready") throw commonError("not_found");
  const sha256 = video.sentSha256 ?? video.sha256;
  return { key: originalKey(videoId), bytes: video.bytes, sha256, type: video.type };
}

/**
 * Deletes a video: no address of it is given out from now on, those that were end, and a job that follows at once removes
 * all of its bytes. With `keepPoster` its poster stays, until it is deleted once more without. Else does
 * nothing to a video that is deleted already.
 */
export async function deleteVideo(
  ctx: Context,
  videoId: string,
  options: { keepPoster?: boolean } = {},
): Promise<void> {
  const poster = options.keepPoster ? {} : { posterDone: null };
  const change = { ...poster, state: "deleted", deletedAt: ctx.now, writer: null } as const;
  const living = ["receiving", "preparing", "ready", "refused"] as const;
  const deleted =
    (await changeVideo(ctx.tx, videoId, change, living)) ||
    (!options.keepPoster && (await dropPoster(ctx.tx, videoId)));
  if (deleted) await ctx.enqueue(removeVideo, { videoId });
}

/**
 * Keeps files that the actor has just sent; unkept ones go an hour after the last of them came. Throws 404 for any other
 * file.
 */
export async function keepFiles(ctx: Context, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const kept = await markKept(ctx.tx, fileIds, actorOf(ctx).id);
  if (fileIds.some((id) => !kept.has(id))) throw commonError("not_found");
}

/** Forgets files at once and lets a job remove their bytes. Unknown and removed ones are passed over. */
export async function removeFiles(ctx: Context, fileIds: readonly string[]): Promise<void> {
  for (const fileId of await markRemoving(ctx.tx, fileIds)) await ctx.enqueue(removeFile, { fileId });
}

/**
 * Addresses of the files that exist, by id, ending with the file's name; for the actor alone. `subjects` says for each
 * what the actor reads it for, such as `task:12`, or null as its sender.
 */
export async function fileAddresses(
  ctx: ReadContext,
  subjects: ReadonlyMap<string, string | null>,
): Promise<Map<string, string>> {
  const found = await findFiles(ctx.tx, [...subjects.keys()]);
  return new Map(
    found.map(({ id, name, type }): [string, string] => {
      const folder = signedFolder(ctx, "f", id, { subject: subjects.get(id) ?? null, until: null });
      return [id, `${folder}/${nameInAddress(name, extensionOf(type))}`];
    }),
  );
}

/** Where a stored file lies and what it is. 404 when it is gone. */
export async function storedFile(
  ctx: ReadContext,
  fileId: string,
): Promise<{ key: string; bytes: number; type: string }> {
  const [file] = await findFiles(ctx.tx, [fileId]);
  if (!file) throw commonError("not_found");
  return { key: fileKey(fileId), bytes: file.bytes, type: file.type };
}
