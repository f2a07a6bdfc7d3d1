import { FormData } from "undici";
import { z } from "zod";

import { request, requestIfFound } from "../api-client.ts";
import { pictureExtensions } from "../file-extension.ts";
import { platformError } from "../platform-error.ts";
import type { Privacy, VideoMetadata, VideoState, Thumbnail, VideoChange } from "../video.ts";
import { languageId } from "./captions.ts";
import { type InstanceClient, videoUrl } from "./instance-client.ts";

const privacyIds: Record<Privacy, number> = { public: 1, unlisted: 2, private: 3 };
/** Internal and password-protected videos are private to everyone else. */
const privacyOfId = new Map<number, Privacy>([
  [1, "public"],
  [2, "unlisted"],
  [3, "private"],
  [4, "private"],
  [5, "private"],
]);

const maxTags = 5;
const minTagLength = 2;
const maxTagLength = 30;

/** PeerTube accepts five tags of 2 to 30 characters: the first that fit are sent. */
function acceptedTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.length >= minTagLength && tag.length <= maxTagLength).slice(0, maxTags);
}

/** PeerTube's categories by YouTube's; what only one of them has is left out. */
const categoryIds: Readonly<Record<string, number>> = {
  1: 2,
  2: 3,
  10: 1,
  15: 16,
  17: 5,
  19: 6,
  20: 7,
  22: 8,
  23: 9,
  24: 10,
  25: 11,
  26: 12,
  27: 13,
  28: 15,
  29: 14,
};
/** "Attribution", which is YouTube's Creative Commons license. Without a license all rights are reserved. */
const attribution = 1;

/** The details of a new video, by PeerTube's names. It waits for its transcoding before others can see it. */
export function newVideo(metadata: VideoMetadata) {
  return {
    ...changedFields(metadata),
    category: categoryIds[metadata.categoryId] ?? null,
    licence: metadata.license === "creativeCommon" ? attribution : null,
    waitTranscoding: true,
  };
}

function changedFields(change: VideoChange | VideoMetadata) {
  const { title, description, tags, privacy, publishAt, language } = change;
  const scheduled = publishAt && { updateAt: publishAt.toISOString(), privacy: privacyIds.public };
  return {
    ...(title !== undefined && { name: title }),
    ...(description !== undefined && { description }),
    ...(tags !== undefined && { tags: acceptedTags(tags) }),
    ...(language !== undefined && { language: languageId(language) }),
    ...(privacy !== undefined && { privacy: privacyIds[privacy] }),
    ...(scheduled ? { scheduleUpdate: scheduled } : publishAt === null && { scheduleUpdate: null }),
  };
}

const videoSchema = z.object({
  uuid: z.uuid(),
  name: z.string().optional(),
  privacy: z.object({ id: z.number() }).optional(),
  state: z.object({ id: z.number() }).optional(),
  scheduledUpdate: z
    .object({ updateAt: z.iso.datetime({ offset: true }) })
    .nullish()
    .catch(null),
});
type VideoDocument = z.output<typeof videoSchema>;

/** The states of PeerTube that end the processing. */
const publishedState = 1;
const problemOfState = new Map([
  [7, "transcodeFailed"],
  [8, "uploadFailed"],
]);

/** The state of a video, from what the instance reported of it. */
export function videoState({ uuid, name, privacy, state, scheduledUpdate }: VideoDocument): VideoState {
  return {
    id: uuid,
    title: name ?? null,
    privacy: privacyOfId.get(privacy?.id ?? 0) ?? null,
    publishAt: scheduledUpdate ? new Date(scheduledUpdate.updateAt) : null,
    processed: state?.id === publishedState,
    processedPercent: null,
    problem: problemOfState.get(state?.id ?? 0) ?? null,
  };
}

/** The state of a video; null when it was deleted. */
export async function readVideo(client: InstanceClient, videoId: string): Promise<VideoState | null> {
  const url = videoUrl(client, videoId);
  const video = await requestIfFound(client, { operation: "video", url }, videoSchema);
  return video && videoState(video);
}

/** Changes a video and returns its resulting state. Omitted properties stay. */
export async function updateVideo(
  client: InstanceClient,
  videoId: string,
  change: VideoChange,
): Promise<VideoState> {
  const url = videoUrl(client, videoId);
  await request(client, { operation: "updateVideo", method: "PUT", url, json: changedFields(change) }, 204);
  const state = await readVideo(client, videoId);
  if (!state) throw platformError("video_not_found", client.addresses.name);
  return state;
}

/** Deletes a video; one that no longer exists counts as deleted. */
export async function deleteVideo(client: InstanceClient, videoId: string): Promise<void> {
  const url = videoUrl(client, videoId);
  await request(client, { operation: "deleteVideo", method: "DELETE", url }, 204, 404);
}

export async function setThumbnail(
  client: InstanceClient,
  videoId: string,
  thumbnail: Thumbnail,
): Promise<void> {
  const { type } = thumbnail;
  const [extension] = pictureExtensions(type);
  const body = new FormData();
  body.set("thumbnailfile", new File([new Uint8Array(thumbnail.body)], `thumbnail${extension}`, { type }));
  const url = videoUrl(client, videoId);
  await request(client, { operation: "setThumbnail", method: "PUT", url, body }, 204);
}
