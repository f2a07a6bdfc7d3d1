import { z } from "zod";

import { captionFormat, pictureExtensions } from "./file-extension.ts";
import { parseJson } from "./http.ts";
import { platformError } from "./platform-error.ts";
import {
  captionKey,
  detailsKey,
  isVideo,
  isVideoKey,
  keyPrefix,
  keyWithoutExtension,
} from "./stored-names.ts";
import { type LostUpload, listMatches, type RecentUpload } from "./upload.ts";
import type { CaptionTrack, Thumbnail, VideoChange, VideoState } from "./video.ts";

interface StoredFile {
  key: string;
  bytes: number;
  changedAt: Date;
  /** The title of a video, where the store has it with the file. */
  title?: string | undefined;
}

/** A place for videos as files, with their details, thumbnail and captions beside them. Keys are paths in it. */
export interface FileStore {
  /** The platform's name in messages to users. */
  name: string;
  /** Prefix of the keys of new videos: empty, or a path that ends with a slash. */
  folder: string;
  /** Null if there is no such file. */
  stat: (key: string) => Promise<StoredFile | null>;
  /** The text of a file; empty if there is none. */
  readText: (key: string) => Promise<string>;
  /** Writes a file as a whole: at any time it has its old content or all of the new one. */
  write: (key: string, content: string | Uint8Array, type: string) => Promise<void>;
  /** Deletes files; those that don't exist count as deleted. */
  remove: (keys: readonly string[]) => Promise<void>;
  /** The files whose keys begin with a prefix. */
  list: (prefix: string) => Promise<StoredFile[]>;
}

/** The state of a video; null when it was deleted. Its details are those of the file beside it. */
async function readVideo(store: FileStore, id: string): Promise<VideoState | null> {
  const stored = isVideo(id) ? await store.stat(id) : null;
  return stored && videoState(id, { title: stored.title, ...(await readDetails(store, id)) });
}

/** The state of a video that was just uploaded. Throws `outcome_unknown` if it is gone. */
export async function readFinished(store: FileStore, id: string): Promise<VideoState> {
  const video = await readVideo(store, id);
  if (video === null) throw platformError("outcome_unknown", store.name);
  return video;
}

/** Writes the changed details and returns the resulting state. Also throws `video_not_found`. */
async function updateVideo(store: FileStore, id: string, change: VideoChange): Promise<VideoState> {
  await requireVideo(store, id);
  return videoState(id, await changeDetails(store, id, change));
}

/** Writes the changed details beside a video, and returns all. */
export async function changeDetails(store: FileStore, id: string, change: VideoChange): Promise<Details> {
  const details = detailsShape.parse({
    ...(await readDetails(store, id)),
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    ...(change.publishAt && { publishAt: change.publishAt.toISOString() }),
  });
  await store.write(detailsKey(id), `${JSON.stringify(details, null, 2)}\n`, "application/json");
  return details;
}

/** Stores a picture beside a video. Also throws `thumbnail_invalid` and `video_not_found`. */
async function setThumbnail(store: FileStore, id: string, { body, type }: Thumbnail): Promise<void> {
  if (!isPicture(body)) throw platformError("thumbnail_invalid", store.name);
  await requireVideo(store, id);
  const [extension, other] = pictureExtensions(type);
  await store.write(`${keyWithoutExtension(id)}${extension}`, body, type);
  await store.remove([`${keyWithoutExtension(id)}${other}`]);
}

/** Stores captions beside a video. Also throws `video_not_found`. */
async function addCaption(store: FileStore, id: string, track: CaptionTrack): Promise<void> {
  await requireVideo(store, id);
  const [extension, type] = captionFormat(track);
  await store.write(captionKey(id, track, extension), track.content, type);
}

/** Deletes a video and the files beside it. */
async function deleteVideo(store: FileStore, id: string): Promise<void> {
  if (!isVideo(id)) return;
  const files = await store.list(`${keyWithoutExtension(id)}.`);
  await store.remove(files.map(({ key }) => key));
}

/** The videos in the folder that match an upload whose session is gone. */
async function findUpload(store: FileStore, lost: LostUpload): Promise<RecentUpload[]> {
  const start = keyPrefix(store.folder, lost.title);
  const videos = (await store.list(start)).filter(({ key }) => isVideoKey(key, start));
  const uploads = videos.map(({ key: videoId, changedAt: createdAt, bytes: fileBytes }) => {
    return { videoId, title: lost.title, createdAt, fileBytes };
  });
  return listMatches(lost, uploads);
}

/** The calls of a platform about stored videos. */
export const storedVideoCalls = {
  video: readVideo,
  updateVideo,
  setThumbnail,
  addCaption,
  deleteVideo,
  findUpload,
};

async function requireVideo(store: FileStore, id: string): Promise<void> {
  if (!isVideo(id) || (await store.stat(id)) === null) throw platformError("video_not_found", store.name);
}

/** Properties of the file of details beside a video. Others in it stay. */
const detailsShape = z.looseObject({
  title: z.string().optional(),
  privacy: z.enum(["private", "public", "unlisted"]).default("private"),
  publishAt: z.iso.datetime().nullish(),
});
type Details = z.output<typeof detailsShape>;

/** The details in a file; those of a private video where there is none or it can't be read. */
async function readDetails(store: FileStore, id: string): Promise<Details> {
  const text = await store.readText(detailsKey(id));
  return detailsShape.catch(detailsShape.parse({})).parse(parseJson(text));
}

/** The state of a stored video, which nothing processes. */
function videoState(id: string, { title, privacy, publishAt }: Details): VideoState {
  const time = publishAt ? new Date(publishAt) : null;
  const isScheduled = time !== null && time > new Date();
  return {
    id,
    title: title ?? null,
    privacy: time === null || isScheduled ? privacy : "public",
    publishAt: isScheduled ? time : null,
    processed: true,
    processedPercent: null,
    problem: null,
  };
}

/** Whether bytes begin like a PNG (ISO/IEC 15948, 5.2) or a JPEG (ITU-T T.81, B.1.1.3). */
function isPicture(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 4)).toString("hex");
  return start === "89504e47" || start.startsWith("ffd8ff");
}
