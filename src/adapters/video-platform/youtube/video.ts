import { z } from "zod";

import { send, urlOf } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { Thumbnail, VideoChange, VideoState } from "../video.ts";
import { errorOf, type PlatformClient, sendForJson } from "./client.ts";
import {
  languagesOf,
  placementOf,
  readVideo,
  recordingOf,
  type VideoResource,
  videoResource,
} from "./video-resource.ts";

const videoList = z.object({ items: z.array(videoResource).default([]) });

/** The state of a video; null when it was deleted or belongs to another channel. */
export async function readVideoState(
  client: PlatformClient,
  access: string,
  videoId: string,
): Promise<VideoState | null> {
  const url = urlOf(client.addresses.api, "videos", {
    part: "snippet,status,processingDetails",
    id: videoId,
  });
  const { items } = await sendForJson(client, { operation: "video", method: "GET", url, access }, videoList);
  const [found] = items;
  return found ? readVideo(found) : null;
}

/**
 * Changes a video and returns its resulting state. An update replaces all mutable properties of each part that it names,
 * so the current ones are read first and as few parts as possible are named.
 */
export async function updateVideo(
  client: PlatformClient,
  access: string,
  videoId: string,
  change: VideoChange,
): Promise<VideoState> {
  const parts = partsOf(change);
  if (parts.length === 0) throw new RangeError("An update must change something");
  const part = parts.join(",");
  const read = urlOf(client.addresses.api, "videos", { part, id: videoId });
  const { items } = await sendForJson(
    client,
    { operation: "updateVideo", method: "GET", url: read, access },
    videoList,
  );
  const [present] = items;
  if (!present) throw platformError("video_not_found", client.addresses.name);
  const written = await sendForJson(
    client,
    {
      operation: "updateVideo",
      method: "PUT",
      url: urlOf(client.addresses.api, "videos", { part }),
      access,
      headers: { "content-type": "application/json; charset=UTF-8" },
      body: JSON.stringify({
        id: videoId,
        ...(parts.includes("snippet") && { snippet: changedSnippet(present, change) }),
        ...(parts.includes("status") && { status: changedStatus(present, change) }),
        ...(change.recordingDate !== undefined && { recordingDetails: recordingOf(change.recordingDate) }),
        ...(change.paidPromotion !== undefined && {
          paidProductPlacementDetails: placementOf(change.paidPromotion),
        }),
      }),
    },
    videoResource,
  );
  return readVideo(written);
}

/** Deletes a video of the channel; one that no longer exists counts as deleted. */
export async function deleteVideo(client: PlatformClient, access: string, videoId: string): Promise<void> {
  const url = urlOf(client.addresses.api, "videos", { id: videoId });
  const response = await send(client, { operation: "deleteVideo", method: "DELETE", url, access });
  if (response.status !== 204 && response.status !== 404) throw errorOf(client, "deleteVideo", response);
}

/**
 * Sets the thumbnail of a video. Within some minutes of an upload the platform may not know the video yet:
 * `video_not_found`. A failure does not affect the video.
 */
export async function setThumbnail(
  client: PlatformClient,
  access: string,
  videoId: string,
  thumbnail: Thumbnail,
): Promise<void> {
  const response = await send(client, {
    operation: "setThumbnail",
    method: "POST",
    url: urlOf(client.addresses.upload, "thumbnails/set", { videoId, uploadType: "media" }),
    access,
    headers: { "content-type": thumbnail.type },
    body: thumbnail.body,
  });
  if (response.status !== 200) throw errorOf(client, "setThumbnail", response);
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

function partsOf(change: VideoChange): string[] {
  const names = (keys: readonly (keyof VideoChange)[]) => keys.some((key) => change[key] !== undefined);
  return [
    ...(names(snippetKeys) ? ["snippet"] : []),
    ...(names(statusKeys) ? ["status"] : []),
    ...(names(["recordingDate"]) ? ["recordingDetails"] : []),
    ...(names(["paidPromotion"]) ? ["paidProductPlacementDetails"] : []),
  ];
}

/** Drops null and undefined properties: the platform treats an explicit null as a value. */
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
    defaultLanguage: snippet?.defaultLanguage,
    defaultAudioLanguage: snippet?.defaultAudioLanguage,
    ...languagesOf(change.language),
  });
}

function changedStatus({ status }: VideoResource, change: VideoChange) {
  const privacy = change.privacy ?? status?.privacyStatus;
  return known({
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
