import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";

import { platformError } from "../platform-error.ts";
import {
  captionFormat,
  changedDetails,
  type Details,
  detailsText,
  isPicture,
  parseDetails,
  pictureExtensions,
  storedVideo,
} from "../stored-details.ts";
import { captionKeyOf, detailsKeyOf, stemOf } from "../stored-names.ts";
import type { CaptionTrack, VideoState, Thumbnail, VideoChange } from "../video.ts";
import type { BucketClient } from "./bucket-client.ts";
import { isMissing } from "./bucket-error.ts";

/** Size and title of a stored object; null if there is none. */
export async function readObject(
  { s3, settings, call }: BucketClient,
  key: string,
): Promise<{ bytes: number; title: string | null } | null> {
  try {
    const head = new HeadObjectCommand({ Bucket: settings.bucket, Key: key });
    const { ContentLength: bytes = 0, Metadata: metadata = {} } = await call("video", s3.send(head));
    const { title } = metadata;
    return { bytes, title: title === undefined ? null : decodedTitle(title) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The title as it was before `openSession` encoded it; that of another client's object is returned as stored. */
function decodedTitle(stored: string): string {
  try {
    return decodeURIComponent(stored);
  } catch {
    return stored;
  }
}

/** The state of a video; null when it was deleted. Its details are those of the file beside it. */
export async function readVideo(client: BucketClient, key: string): Promise<VideoState | null> {
  const stored = await readObject(client, key);
  if (stored === null) return null;
  return storedVideo(key, { title: stored.title ?? undefined, ...(await readDetails(client, key)) });
}

/** Writes the changed details and returns the resulting state. Also throws `video_not_found`. */
export async function updateVideo(
  client: BucketClient,
  key: string,
  change: VideoChange,
): Promise<VideoState> {
  await requireVideo(client, key);
  const details = changedDetails(await readDetails(client, key), change);
  await put(client, detailsKeyOf(key), { body: detailsText(details), type: "application/json" });
  return storedVideo(key, details);
}

/** Stores a picture beside a video. Also throws `thumbnail_invalid` and `video_not_found`. */
export async function setThumbnail(
  client: BucketClient,
  key: string,
  { body, type }: Thumbnail,
): Promise<void> {
  if (!isPicture(body)) throw platformError("thumbnail_invalid", client.name);
  await requireVideo(client, key);
  const [extension, other] = pictureExtensions(type);
  await put(client, `${stemOf(key)}${extension}`, { body, type });
  await remove(client, `${stemOf(key)}${other}`);
}

/** Stores captions beside a video. Also throws `video_not_found`. */
export async function addCaption(client: BucketClient, key: string, track: CaptionTrack): Promise<void> {
  await requireVideo(client, key);
  const [extension, type] = captionFormat(track);
  await put(client, captionKeyOf(key, track, extension), { body: track.content, type });
}

/** Deletes a video and the files beside it. */
export async function deleteVideo(client: BucketClient, key: string): Promise<void> {
  const { s3, settings, call } = client;
  const list = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: `${stemOf(key)}.` });
  const { Contents: objects = [] } = await call("deleteVideo", s3.send(list));
  for (const { Key } of objects) if (Key !== undefined) await remove(client, Key);
}

async function requireVideo(client: BucketClient, key: string): Promise<void> {
  if ((await readObject(client, key)) === null) throw platformError("video_not_found", client.name);
}

async function readDetails({ s3, settings, call }: BucketClient, videoKey: string): Promise<Details> {
  try {
    const get = new GetObjectCommand({ Bucket: settings.bucket, Key: detailsKeyOf(videoKey) });
    const { Body: body } = await call("video", s3.send(get));
    const text = (await body?.transformToString()) ?? "";
    return parseDetails(text);
  } catch (error) {
    if (isMissing(error)) return parseDetails("");
    throw error;
  }
}

async function put(
  { s3, settings, call }: BucketClient,
  key: string,
  { body, type }: { body: string | Uint8Array; type: string },
): Promise<void> {
  const command = new PutObjectCommand({ Bucket: settings.bucket, Key: key, Body: body, ContentType: type });
  await call("updateVideo", s3.send(command));
}

async function remove({ s3, settings, call }: BucketClient, key: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: settings.bucket, Key: key });
  await call("deleteVideo", s3.send(command)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
