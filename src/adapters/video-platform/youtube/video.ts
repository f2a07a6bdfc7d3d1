import { z } from "zod";

import { request, requestJson } from "../api-client.ts";
import { requestUrl } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { Thumbnail, VideoChange, VideoState } from "../video.ts";
import type { YouTubeClient } from "./client.ts";
import {
  languageFields,
  placementFields,
  readVideo,
  recordingFields,
  type VideoResource,
  videoResource,
} from "./video-resource.ts";

const videoList = z.object({ items: z.array(videoResource).default([]) });

/** The state of a video; null when it was deleted or belongs to another channel. */
export async function readVideoState(client: YouTubeClient, videoId: string): Promise<VideoState | null> {
  const query = { part: "snippet,status,processingDetails", id: videoId };
  const url = requestUrl(client.addresses.api, "videos", query);
  const { items } = await requestJson(client, { operation: "video", url }, videoList);
  const [item] = items;
  return item ? readVideo(item) : null;
}

/**
 * Changes a video and returns its resulting state. An update replaces all mutable properties of each part that it names,
 * so the current ones are read first and as few parts as possible are named.
 */
export async function updateVideo(
  client: YouTubeClient,
  videoId: string,
  change: VideoChange,
): Promise<VideoState> {
  const parts = changedParts(change);
  if (parts.length === 0) throw new RangeError("An update must change something");
  const part = parts.join(",");
  const read = requestUrl(client.addresses.api, "videos", { part, id: videoId });
  const { items } = await requestJson(client, { operation: "updateVideo", url: read }, videoList);
  const [present] = items;
  if (!present) throw platformError("video_not_found", client.addresses.name);
  const url = requestUrl(client.addresses.api, "videos", { part });
  const json = {
    id: videoId,
    ...(parts.includes("snippet") && { snippet: changedSnippet(present, change) }),
    ...(parts.includes("status") && { status: changedStatus(present, change) }),
    ...(change.recordingDate !== undefined && { recordingDetails: recordingFields(change.recordingDate) }),
    ...(change.paidPromotion !== undefined && {
      paidProductPlacementDetails: placementFields(change.paidPromotion),
    }),
  };
  const update = { operation: "updateVideo", method: "PUT", url, json } as const;
  return readVideo(await requestJson(client, update, videoResource));
}

/** Deletes a video of the channel; one that no longer exists counts as deleted. */
export async function deleteVideo(client: YouTubeClient, videoId: string): Promise<void> {
  const url = requestUrl(client.addresses.api, "videos", { id: videoId });
  await request(client, { operation: "deleteVideo", method: "DELETE", url }, 204, 404);
}

/**
 * Sets the thumbnail of a video. Within some minutes of an upload the platform may not know the video yet:
 * `video_not_found`. A failure does not affect the video.
 */
export async function setThumbnail(
  client: YouTubeClient,
  videoId: string,
  { body, type }: Thumbnail,
): Promise<void> {
  const url = requestUrl(client.addresses.upload, "thumbnails/set", { videoId, uploadType: "media" });
  const headers = { "content-type": type };
  await request(client, { operation: "setThumbnail", method: "POST", url, headers, body }, 200);
}

const snippetKeys: readonly (keyof VideoChange)[] = [
  "title",
  "description",
  "tags",
  "categoryId",
  "language",
];
const statusKeys: readonly (keyof VideoChange)[] = [
  "privacy",
  "publishAt",
  "madeForKids",
  "syntheticMedia",
  "license",
  "embeddable",
];

function changedParts(change: VideoChange): string[] {
  const names = (keys: readonly (keyof VideoChange)[]) => keys.some((key) => change[key] !== undefined);
  return [
    ...(names(snippetKeys) ? ["snippet"] : []),
    ...(names(statusKeys) ? ["status"] : []),
    ...(names(["recordingDate"]) ? ["recordingDetails"] : []),
    ...(names(["paidPromotion"]) ? ["paidProductPlacementDetails"] : []),
  ];
}

/** Drops null and undefined properties: the platform treats an explicit null as a value. */
function definedOnly<T extends object>(properties: T): Partial<T> {
  const defined: Partial<T> = { ...properties };
  for (const key in defined) if (defined[key] === null || defined[key] === undefined) delete defined[key];
  return defined;
}

function changedSnippet({ snippet }: VideoResource, change: VideoChange) {
  return definedOnly({
    title: change.title ?? snippet?.title,
    description: change.description ?? snippet?.description,
    tags: change.tags ?? snippet?.tags,
    categoryId: change.categoryId ?? snippet?.categoryId,
    defaultLanguage: snippet?.defaultLanguage,
    defaultAudioLanguage: snippet?.defaultAudioLanguage,
    ...languageFields(change.language),
  });
}

function changedStatus({ status }: VideoResource, change: VideoChange) {
  const privacy = change.privacy ?? status?.privacyStatus;
  return definedOnly({
    privacyStatus: privacy,
    publishAt: privacy === "private" ? publishTime(status?.publishAt, change.publishAt)?.toISOString() : null,
    selfDeclaredMadeForKids: change.madeForKids ?? status?.selfDeclaredMadeForKids,
    containsSyntheticMedia: change.syntheticMedia ?? status?.containsSyntheticMedia,
    license: change.license ?? status?.license,
    embeddable: change.embeddable ?? status?.embeddable,
    publicStatsViewable: status?.publicStatsViewable,
  });
}

/** A scheduled time must be sent again or it is lost. A past one would publish at once, so it is dropped. */
function publishTime(scheduled: Date | null | undefined, change: Date | null | undefined): Date | null {
  if (change !== undefined) return change;
  return scheduled && scheduled.getTime() > Date.now() ? scheduled : null;
}
