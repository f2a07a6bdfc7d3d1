import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { z } from "zod";

import { parseJson } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { CaptionTrack, VideoState, Thumbnail, VideoChange } from "../video.ts";
import type { BucketClient } from "./bucket-client.ts";
import { isMissing } from "./bucket-error.ts";
import { captionKeyOf, stemOf } from "./object-names.ts";

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

/** What the file of details beside a video has. Other properties in it stay. */
const detailsShape = z.looseObject({
  title: z.string().optional(),
  privacy: z.enum(["private", "public", "unlisted"]).default("private"),
  publishAt: z.iso.datetime().nullish(),
});
type Details = z.output<typeof detailsShape>;

/** The state of a video; null when it was deleted. Its details are those of the file beside it. */
export async function readVideo(client: BucketClient, key: string): Promise<VideoState | null> {
  const stored = await readObject(client, key);
  if (stored === null) return null;
  return videoState(key, { title: stored.title ?? undefined, ...(await readDetails(client, key)) });
}

function videoState(id: string, { title, privacy, publishAt }: Details): VideoState {
  const time = publishAt ? new Date(publishAt) : null;
  const isScheduled = time !== null && time > new Date();
  return {
    ...{ id, title: title ?? null, madeForKids: null, processing: null, problem: null },
    privacy: time === null || isScheduled ? privacy : "public",
    publishAt: isScheduled ? time : null,
    uploadStatus: "processed",
  };
}

/** Writes the changed details and returns the resulting state. Also throws `video_not_found`. */
export async function updateVideo(
  client: BucketClient,
  key: string,
  change: VideoChange,
): Promise<VideoState> {
  await requireVideo(client, key);
  const before = await readDetails(client, key);
  const details = detailsShape.parse({
    ...before,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    ...(change.publishAt && { publishAt: change.publishAt.toISOString() }),
  });
  const body = `${JSON.stringify(details, null, 2)}\n`;
  await put(client, detailsKey(key), { body, type: "application/json" });
  return videoState(key, details);
}

/** Stores a picture beside a video. Also throws `thumbnail_invalid` and `video_not_found`. */
export async function setThumbnail(
  client: BucketClient,
  key: string,
  { body, type }: Thumbnail,
): Promise<void> {
  if (!isPicture(body)) throw platformError("thumbnail_invalid", client.name);
  await requireVideo(client, key);
  const [extension, other] = type === "image/png" ? [".png", ".jpg"] : [".jpg", ".png"];
  await put(client, `${stemOf(key)}${extension}`, { body, type });
  await remove(client, `${stemOf(key)}${other}`);
}

/** Whether bytes begin like a PNG (ISO/IEC 15948, 5.2) or a JPEG (ITU-T T.81, B.1.1.3). */
function isPicture(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 4)).toString("hex");
  return start === "89504e47" || start.startsWith("ffd8ff");
}

/** Stores captions beside a video. Also throws `video_not_found`. */
export async function addCaption(client: BucketClient, key: string, track: CaptionTrack): Promise<void> {
  await requireVideo(client, key);
  const isVtt = /^\uFEFF?WEBVTT/.test(track.content);
  const [extension, type] = isVtt
    ? ([".vtt", "text/vtt"] as const)
    : ([".srt", "application/x-subrip"] as const);
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

function detailsKey(videoKey: string): string {
  return `${stemOf(videoKey)}.json`;
}

async function readDetails({ s3, settings, call }: BucketClient, videoKey: string): Promise<Details> {
  try {
    const get = new GetObjectCommand({ Bucket: settings.bucket, Key: detailsKey(videoKey) });
    const { Body: body } = await call("video", s3.send(get));
    const text = (await body?.transformToString()) ?? "";
    return detailsShape.catch(detailsShape.parse({})).parse(parseJson(text));
  } catch (error) {
    if (isMissing(error)) return detailsShape.parse({});
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
