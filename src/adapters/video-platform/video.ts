import { z } from "zod";

import { platformError } from "./failure-catalogue.ts";
import { ask, at, exchange, type Line, refusal } from "./http.ts";
import type { VideoMetadata } from "./metadata.ts";
import { readVideo, type VideoResource, videoResource, type VideoState } from "./video-state.ts";

/** Properties to change; what is left out stays. `publishAt: null` takes a planned time away. */
export type VideoChange = Partial<Omit<VideoMetadata, "publishAt">> & { publishAt?: Date | null };

export interface Thumbnail {
  body: Uint8Array;
  type: "image/jpeg" | "image/png";
}

const videoList = z.object({ items: z.array(videoResource).default([]) });

/** How a video stands; null when the platform shows none under this id: deleted, or not this channel's. */
export async function readVideoState(
  line: Line,
  access: string,
  videoId: string,
): Promise<VideoState | null> {
  const url = at(line.addresses.api, "videos", { part: "snippet,status,processingDetails", id: videoId });
  const { items } = await ask(line, { operation: "video", method: "GET", url, access }, videoList);
  const [found] = items;
  return found ? readVideo(found) : null;
}

/**
 * Changes a video (reference, 2.4). An update replaces every mutable property of each part that it names, so the
 * present ones are read first and the fewest parts are named. Answers with what the video really got.
 */
export async function updateVideo(
  line: Line,
  access: string,
  videoId: string,
  change: VideoChange,
): Promise<VideoState> {
  const parts = partsOf(change);
  if (parts.length === 0) throw new RangeError("An update has to change something");
  const part = parts.join(",");
  const read = at(line.addresses.api, "videos", { part, id: videoId });
  const { items } = await ask(
    line,
    { operation: "updateVideo", method: "GET", url: read, access },
    videoList,
  );
  const [present] = items;
  if (!present) throw platformError("video_not_found", line.addresses.name);
  const written = await ask(
    line,
    {
      operation: "updateVideo",
      method: "PUT",
      url: at(line.addresses.api, "videos", { part }),
      access,
      headers: { "content-type": "application/json; charset=UTF-8" },
      body: JSON.stringify({
        id: videoId,
        ...(parts.includes("snippet") && { snippet: changedSnippet(present, change) }),
        ...(parts.includes("status") && { status: changedStatus(present, change) }),
      }),
    },
    videoResource,
  );
  return readVideo(written);
}

/**
 * Sets the picture of a video (reference, 2.6). Right after an upload the platform may not know the video for some
 * minutes: `video_not_found`. A failure here never spoils the video.
 */
export async function setThumbnail(
  line: Line,
  access: string,
  videoId: string,
  thumbnail: Thumbnail,
): Promise<void> {
  const answer = await exchange(line, {
    operation: "setThumbnail",
    method: "POST",
    url: at(line.addresses.upload, "thumbnails/set", { videoId, uploadType: "media" }),
    access,
    headers: { "content-type": thumbnail.type },
    body: thumbnail.body,
  });
  if (answer.status !== 200) throw refusal(line, "setThumbnail", answer);
}

const snippetKeys: readonly (keyof VideoChange)[] = [
  "title",
  "description",
  "tags",
  "categoryId",
  "language",
];
const statusKeys: readonly (keyof VideoChange)[] = ["privacy", "publishAt", "madeForKids", "syntheticMedia"];

function partsOf(change: VideoChange): ("snippet" | "status")[] {
  const parts: ("snippet" | "status")[] = [];
  if (snippetKeys.some((key) => change[key] !== undefined)) parts.push("snippet");
  if (statusKeys.some((key) => change[key] !== undefined)) parts.push("status");
  return parts;
}

/** Leaves out what is unknown: the platform would take an explicit null for a value. */
function known<T extends object>(properties: T): Partial<T> {
  const kept: Partial<T> = { ...properties };
  for (const key in kept) if (kept[key] === null || kept[key] === undefined) delete kept[key];
  return kept;
}

function changedSnippet({ snippet }: VideoResource, change: VideoChange) {
  return known({
    title: change.title ?? snippet?.title,
    description: change.description ?? snippet?.description,
    tags: change.tags ?? snippet?.tags,
    categoryId: change.categoryId ?? snippet?.categoryId,
    defaultLanguage: change.language ?? snippet?.defaultLanguage,
    defaultAudioLanguage: snippet?.defaultAudioLanguage,
  });
}

function changedStatus({ status }: VideoResource, change: VideoChange) {
  const privacy = change.privacy ?? status?.privacyStatus;
  return known({
    privacyStatus: privacy,
    publishAt: privacy === "private" ? publishTime(status?.publishAt, change.publishAt)?.toISOString() : null,
    selfDeclaredMadeForKids: change.madeForKids ?? status?.selfDeclaredMadeForKids,
    containsSyntheticMedia: change.syntheticMedia ?? status?.containsSyntheticMedia,
    license: status?.license,
    embeddable: status?.embeddable,
    publicStatsViewable: status?.publicStatsViewable,
  });
}

/** A planned time has to be sent again or it is lost; one that has passed would publish at once, so it is dropped. */
function publishTime(planned: Date | null | undefined, change: Date | null | undefined): Date | null {
  if (change !== undefined) return change;
  return planned && planned.getTime() > Date.now() ? planned : null;
}
