import { randomUUID } from "node:crypto";

import { commonError } from "#core/error.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { after } from "#core/time.ts";
import { detectVideoType } from "#core/video-types.ts";
import {
  mediaError,
  type OpenUpload,
  type Playback,
  type StorageUse,
} from "#modules/media/contract/videos.ts";
import { type FileOwner, ownerText, taskOwner } from "#modules/media/rules/file-owner.ts";
import { maxVideoBytes } from "#modules/media/rules/limits.ts";
import { uploadInactivityLimit } from "#modules/media/rules/uploads.ts";

import { type Keep, markFilesDeleted, markVideoDeleted } from "../deletion/deletion.ts";
import { safeFileName } from "../files/file-name.ts";
import { typeExtension, urlFileName } from "../files/file-type.ts";
import { type CountedUse, findFiles, lockFileRows, markKept, type ReadableFile } from "../files/queries.ts";
import { originalUrl, posterUrl, presentPlayback, startOfSource } from "../playback/present.ts";
import { downloadParameter } from "../playback/signed-path.ts";
import { signedUrlFolder } from "../playback/signed-url.ts";
import { admitUploads, type Store } from "../space/disk-space.ts";
import { accountStorage } from "../space/quota.ts";
import type { Upload, Video } from "../tables.ts";
import { findUnfinished, findUpload, insertUpload, ownUpload, ownVideo } from "../uploads/queries.ts";
import { uploadPath } from "../uploads/upload-url.ts";
import { completeVideoUpload } from "../uploads/video-uploads.ts";
import { fileKey, originalKey, posterKey } from "../videos/object-keys.ts";
import { findVideo, insertVideo, updateVideo, withPoster } from "../videos/queries.ts";

export { readShownFrames, type ShownFrames } from "../playback/shown-frames.ts";
export { fileKey } from "../videos/object-keys.ts";

/** A file that a browser is about to upload. */
export interface VideoFile {
  /** The task that it belongs to. */
  taskId: number;
  /** The user in whose storage it counts; nobody's if undefined. */
  accountId?: number;
  fileName: string;
  /** Size in bytes. */
  bytes: number;
  type: string;
  /** Identifies the file on the uploader's machine. */
  fingerprint: string;
}

/**
 * Opens an upload for the actor, or returns the actor's unfinished one of the same file for the same task. The browser
 * sends the bytes to `uploadUrl` with the tus protocol. Throws `upload_too_large`, and `not_a_video` by name and type.
 */
export async function openVideoUpload(ctx: Context, videoFile: VideoFile): Promise<OpenUpload> {
  const personId = currentActor(ctx).id;
  if (videoFile.bytes > maxVideoBytes) throw mediaError("upload_too_large");
  const { taskId, accountId, bytes, fingerprint } = videoFile;
  const sent = { kind: "video" as const, owner: ownerText({ kind: "task", id: taskId }), bytes, fingerprint };
  const unfinished = await findUnfinished(ctx.tx, { ...sent, personId });
  if (unfinished) return presentUpload(unfinished);
  const id = randomUUID();
  const fileName = safeFileName(videoFile.fileName);
  const type = detectVideoType({ name: fileName, type: videoFile.type });
  if (type === null) throw mediaError("not_a_video");
  const row = { id, personId, accountId, createdAt: ctx.now };
  await insertVideo(ctx.tx, { ...row, taskId, fileName, type, bytes });
  await insertUpload(ctx.tx, { ...row, ...sent });
  return presentUpload({ id, bytes, received: 0 });
}

/**
 * The actor's own upload while it is incomplete, or null. `received` is as of the last request. The stored bytes are
 * kept until `keptUntil`, which every request extends.
 */
export async function unfinishedUpload(
  ctx: ReadContext,
  videoId: string,
): Promise<(OpenUpload & { fileName: string; fingerprint: string; keptUntil: string }) | null> {
  const [upload, video] = await together([
    ownUpload(ctx.tx, currentActor(ctx).id, videoId),
    findVideo(ctx.tx, videoId),
  ]);
  if (!upload || !video) return null;
  const keptUntil = after(upload.writerUntil ?? upload.createdAt, uploadInactivityLimit).toISOString();
  const { fingerprint } = upload;
  return { ...presentUpload(upload), fileName: video.fileName, fingerprint, keptUntil };
}

/**
 * Throws `no_space` where the rest of an upload doesn't fit on the disk beside those of all other unfinished uploads, and
 * `over_quota` or `creator_over_quota` where it doesn't fit in the storage of its user. Called
 * in the transaction that has opened it, so that it begins only where there is space for it.
 */
export async function requireUploadSpace(
  ctx: Context,
  storage: Store,
  { videoId, bytes, received }: OpenUpload,
): Promise<void> {
  const { accountId = null, personId = null } = (await findUpload(ctx.tx, videoId)) ?? {};
  const upload = { ids: [videoId], bytes, missing: bytes - received, accountId, senderId: personId };
  await admitUploads(ctx, storage, upload);
}

/** Storage that the actor has used, and their quota. */
export async function ownStorage(ctx: ReadContext): Promise<StorageUse> {
  return accountStorage(ctx, currentActor(ctx).id);
}

function presentUpload({ id, bytes, received }: Pick<Upload, "id" | "bytes" | "received">): OpenUpload {
  return { videoId: id, uploadUrl: uploadPath(id), received, bytes };
}

/**
 * Assigns a video that the actor has just uploaded in a form to a task; preparation begins. `fileId` is the id of the
 * received file and stays the video's. Throws 404 when it isn't the actor's or has expired.
 */
export async function claimVideo(
  ctx: Context,
  claimed: { fileId: string; taskId: number; accountId?: number },
): Promise<void> {
  const { fileId, taskId, accountId = null } = claimed;
  const video = await ownVideo(ctx.tx, currentActor(ctx).id, fileId);
  if (video?.state !== "receiving" || video.taskId !== null || video.receivedAt === null) {
    throw commonError("not_found");
  }
  await updateVideo(ctx.tx, fileId, { taskId, accountId });
  await completeVideoUpload(ctx, fileId);
}

/**
 * A video for the player of the actor or guest. URLs work for them only, for some hours and at most until `until` (the end of a
 * review window), and while the user may watch the version of the task. Throws 404 for an unknown video.
 */
export async function videoPlayback(
  ctx: ReadContext,
  videoId: string,
  until?: Date | null,
): Promise<Playback> {
  const video = await findVideo(ctx.tx, videoId);
  if (!video) throw commonError("not_found");
  return presentPlayback(ctx, video, { owner: taskOwner(video.taskId), until: until ?? null });
}

/** A URL by which the browser of a user, or of a guest with the right to download, saves a video's original. Throws 404. */
export async function downloadAddress(
  ctx: ReadContext,
  videoId: string,
  until: Date | null,
): Promise<string> {
  const video = await findVideo(ctx.tx, videoId);
  if (!video) throw commonError("not_found");
  return `${originalUrl(ctx, video, { owner: taskOwner(video.taskId), until })}?${downloadParameter}`;
}

/** Name, picture size in pixels, length, sound and timecode of the first frame of a video, also after its deletion; null before it was probed. */
export async function videoFormat(
  ctx: ReadContext,
  videoId: string,
): Promise<{
  fileName: string;
  width: number;
  height: number;
  durationSeconds: number;
  audio: { channels: number; sampleRate: number } | null;
  startTimecode: string | null;
} | null> {
  const video = await findVideo(ctx.tx, videoId);
  if (!video?.facts) return null;
  const { width, height } = video.facts.video;
  const { audio, durationSeconds } = video.facts;
  const startTimecode = startOfSource(video.facts);
  return { fileName: video.fileName, width, height, durationSeconds, audio, startTimecode };
}

/** Signed URLs of the posters of those videos that have one, by video id. For the actor only. */
export async function posterAddresses(
  ctx: ReadContext,
  videoIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await withPoster(ctx.tx, videoIds);
  return new Map(rows.map((video): [string, string] => [video.id, posterAddress(ctx, video)]));
}

/** Object keys of the posters of those videos that have one, by video id. */
export async function storedPosters(
  ctx: ReadContext,
  videoIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await withPoster(ctx.tx, videoIds);
  return new Map(rows.map(({ id }): [string, string] => [id, posterKey(id)]));
}

/** Signed URL of the poster of a video that has one. For the actor only. */
export function posterAddress(ctx: ReadContext, { id, taskId }: Pick<Video, "id" | "taskId">): string {
  return posterUrl(ctx, id, { owner: taskOwner(taskId), until: null });
}

/**
 * A video's original for the delivery to a platform. `sha256` is that of the uploader's file where the browser has sent
 * it, else that of the stored file; null while neither is known. Throws 404 for a discarded video.
 */
export async function videoOriginal(
  ctx: ReadContext,
  videoId: string,
): Promise<{ key: string; bytes: number; sha256: string | null; type: string }> {
  const video = await findVideo(ctx.tx, videoId);
  if (video?.state !== "preparing" && video?.state !== "ready") throw commonError("not_found");
  const sha256 = video.sentSha256 ?? video.sha256;
  return { key: originalKey(videoId), bytes: video.bytes, sha256, type: video.type };
}

/**
 * Deletes a video: its URLs stop working, and a job removes its objects. Those to keep stay, and can be read, until the
 * video is deleted once more with `nothing`. Does nothing else to a video that is already deleted.
 */
export async function deleteVideo(
  ctx: Context,
  videoId: string,
  { keep = "nothing" }: { keep?: Keep } = {},
): Promise<void> {
  await markVideoDeleted(ctx, videoId, keep);
}

/**
 * Keeps files that the actor has uploaded; unclaimed ones expire after an hour. They count in the storage of a user, if
 * given. Throws 404 for any other file.
 */
export async function keepFiles(
  ctx: Context,
  fileIds: readonly string[],
  counted: CountedUse | null = null,
): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await markKept(ctx.tx, fileIds, { personId: currentActor(ctx).id, counted });
  if (fileIds.some((id) => !rows.has(id))) throw commonError("not_found");
}

/** Locks stored files until the transaction ends, so that the references to them don't change meanwhile. */
export async function lockFiles(ctx: Context, fileIds: readonly string[]): Promise<void> {
  await lockFileRows(ctx.tx, fileIds);
}

/** Makes files unreadable at once; a job removes their objects. Ignores unknown and removed ones. */
export async function removeFiles(ctx: Context, fileIds: readonly string[]): Promise<void> {
  await markFilesDeleted(ctx, fileIds);
}

/**
 * Signed URLs of the files that exist, by id, ending with the file's name. For the actor only. `owners` maps each file to
 * what the actor reads it for, or to null for files that the actor has uploaded.
 */
export async function fileAddresses(
  ctx: ReadContext,
  owners: ReadonlyMap<string, FileOwner | null>,
): Promise<Map<string, string>> {
  return signAddresses(ctx, await existingFiles(ctx, [...owners.keys()]), owners);
}

/** The parts of a stored file's URL. */
export type FileUrlParts = Pick<ReadableFile, "id" | "name" | "type">;

/** The files of these ids that exist. */
export async function existingFiles(ctx: ReadContext, ids: readonly string[]): Promise<FileUrlParts[]> {
  return findFiles(ctx.tx, ids);
}

/** Like `fileAddresses`, for files that were read before, such as for several readers in one action. */
export function signAddresses(
  ctx: ReadContext,
  files: readonly FileUrlParts[],
  owners: ReadonlyMap<string, FileOwner | null>,
): Map<string, string> {
  return new Map(
    files.map(({ id, name, type }): [string, string] => {
      const folder = signedUrlFolder(ctx, "f", id, { owner: owners.get(id) ?? null, until: null });
      return [id, `${folder}/${urlFileName(name, typeExtension(type))}`];
    }),
  );
}

/** Object key, size in bytes and type of a stored file. Throws 404 when it no longer exists. */
export async function storedFile(
  ctx: ReadContext,
  fileId: string,
): Promise<{ key: string; bytes: number; type: string }> {
  const [file] = await findFiles(ctx.tx, [fileId]);
  if (!file) throw commonError("not_found");
  return { key: fileKey(fileId), bytes: file.bytes, type: file.type };
}
