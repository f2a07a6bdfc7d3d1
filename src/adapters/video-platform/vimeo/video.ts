import { z } from "zod";

import { readJson, request, requestIfFound, requestJson } from "../api-client.ts";
import { platformError } from "../platform-error.ts";
import type { Privacy, Thumbnail, VideoChange, VideoMetadata, VideoState } from "../video.ts";
import { apiRequest, uploadUrl, videoPath, type VimeoClient, withoutToken } from "./client.ts";

const views: Record<Privacy, string> = { public: "anybody", unlisted: "unlisted", private: "nobody" };
/** Videos with a password, or for some users, are private to everyone else; those that are only embedded have no page. */
const privacyOfView = new Map<string, Privacy>([
  ["anybody", "public"],
  ["unlisted", "unlisted"],
  ["disable", "unlisted"],
  ["nobody", "private"],
  ["password", "private"],
  ["users", "private"],
  ["contacts", "private"],
]);

/** The fields of a video that are read (developer.vimeo.com/api/common-formats#json-filter). */
export const videoFields = "uri,name,privacy.view,upload.status,transcode.status";
export const videoSchema = z.object({
  uri: z.string().regex(/^\/videos\/\d+/),
  name: z.string().nullish(),
  privacy: z.object({ view: z.string() }).nullish(),
  upload: z.object({ status: z.string().nullish() }).nullish(),
  transcode: z.object({ status: z.string().nullish() }).nullish(),
});
export type VideoDocument = z.output<typeof videoSchema>;

export function readVideoId({ uri }: Pick<VideoDocument, "uri">): string {
  return uri.split("/")[2]?.split(":")[0] ?? "";
}

/** The state of a video, from what Vimeo returned of it. */
export function videoState(video: VideoDocument): VideoState {
  return {
    id: readVideoId(video),
    title: video.name ?? null,
    privacy: privacyOfView.get(video.privacy?.view ?? "") ?? null,
    publishAt: null,
    processed: video.transcode?.status === "complete",
    processedPercent: null,
    problem: processingProblem(video),
  };
}

function processingProblem({ upload, transcode }: VideoDocument): string | null {
  if (upload?.status === "error") return "uploadFailed";
  return transcode?.status === "error" ? "transcodeFailed" : null;
}

export async function readDocument(client: VimeoClient, videoId: string): Promise<VideoDocument | null> {
  const read = apiRequest(client, videoPath(videoId), { operation: "video" }, { fields: videoFields });
  return requestIfFound(client, read, videoSchema);
}

/** The state of a video; null when it was deleted. */
export async function readVideo(client: VimeoClient, videoId: string): Promise<VideoState | null> {
  const video = await readDocument(client, videoId);
  return video && videoState(video);
}

/** Texts, license and visibility by Vimeo's names. A Creative Commons license can't be taken back by the API. */
export function changedFields({
  title,
  description,
  license,
  privacy,
}: VideoChange | Omit<VideoMetadata, "tags">) {
  return {
    ...(title !== undefined && { name: title }),
    ...(description !== undefined && { description }),
    ...(license === "creativeCommon" && { license: "by" }),
    ...(privacy !== undefined && { privacy: { view: views[privacy] } }),
  };
}

/**
 * Changes a video and returns its resulting state. Omitted properties stay. Throws `invalid_publish_time` for a time, since
 * the API can't schedule videos.
 */
export async function updateVideo(
  client: VimeoClient,
  videoId: string,
  change: VideoChange,
): Promise<VideoState> {
  if (change.publishAt) throw platformError("invalid_publish_time", client.addresses.name);
  const edit = { operation: "updateVideo", method: "PATCH", json: changedFields(change) } as const;
  const changed = apiRequest(client, videoPath(videoId), edit, { fields: videoFields });
  const video = await requestJson(client, changed, videoSchema);
  if (change.tags !== undefined) await replaceTags(client, videoId, change.tags);
  return videoState(video);
}

/** A video has at most 20 tags. */
const maxTags = 20;
const tagList = z.object({ data: z.array(z.object({ name: z.string() })) });

async function replaceTags(client: VimeoClient, videoId: string, tags: readonly string[]): Promise<void> {
  const operation = "updateVideo";
  const path = videoPath(videoId, "/tags");
  const wanted = tags.slice(0, maxTags);
  const list = apiRequest(client, path, { operation }, { fields: "name", per_page: "100" });
  const { data } = await requestJson(client, list, tagList);
  for (const { name } of data) {
    if (wanted.includes(name)) continue;
    const word = `${path}/${encodeURIComponent(name)}`;
    await request(client, apiRequest(client, word, { operation, method: "DELETE" }), 204, 404);
  }
  if (wanted.length === 0) return;
  const json = wanted.map((name) => ({ name }));
  await request(client, apiRequest(client, path, { operation, method: "PUT", json }), 200, 201, 204);
}

/** Deletes a video; one that no longer exists counts as deleted. */
export async function deleteVideo(client: VimeoClient, videoId: string): Promise<void> {
  const sent = apiRequest(client, videoPath(videoId), { operation: "deleteVideo", method: "DELETE" });
  await request(client, sent, 204, 404);
}

const fileTicket = z.object({ uri: z.string(), link: z.string() });

interface FileUpload {
  operation: "setThumbnail" | "addCaption";
  path: string;
  json: object;
  body: Uint8Array;
  type: string;
}

/** Creates a file of a video and sends its bytes to the URL that Vimeo returns for it. Returns its path. */
export async function sendFile(client: VimeoClient, file: FileUpload): Promise<string> {
  const { operation, path, json, body, type } = file;
  const create = apiRequest(client, path, { operation, method: "POST", json });
  const ticket = readJson(client, create, await request(client, create, 200, 201), fileTicket);
  const url = uploadUrl(client, ticket.link);
  const headers = { "content-type": type };
  await request(withoutToken(client), { operation, method: "PUT", url, headers, body }, 200, 201, 204);
  return ticket.uri.replace(/^\//, "");
}

/** Sends a picture and makes it the thumbnail (developer.vimeo.com/api/upload/thumbnails). */
export async function setThumbnail(
  client: VimeoClient,
  videoId: string,
  { body, type }: Thumbnail,
): Promise<void> {
  const operation = "setThumbnail";
  const path = videoPath(videoId, "/pictures");
  const picture = await sendFile(client, { operation, path, json: {}, body, type });
  const activate = apiRequest(client, picture, { operation, method: "PATCH", json: { active: true } });
  await request(client, activate, 200, 204);
}
