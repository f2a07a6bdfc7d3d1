import { z } from "zod";

import { readJson, request, requestJson } from "../api-client.ts";
import { type Chunk, transferChunk } from "../chunk-transfer.ts";
import { isGone, responseHeader, type Operation, type PlatformResponse, send } from "../http.ts";
import { platformError } from "../platform-error.ts";
import {
  type LostUpload,
  listMatches,
  type RecentUpload,
  type Received,
  type SessionRequest,
  type UnstoredUpload,
} from "../upload.ts";
import { apiRequest, uploadUrl, type VimeoClient, withoutToken } from "./client.ts";
import { changedFields, deleteVideo, readDocument, readVideoId, videoState } from "./video.ts";

const mebibyte = 1024 * 1024;
/** Vimeo recommends chunks of 128 to 512 MB (developer.vimeo.com/api/upload/videos#resumable-approach). */
export const chunkLimits = {
  chunkBytes: 64 * mebibyte,
  maxChunkBytes: 512 * mebibyte,
  chunkUnit: mebibyte / 4,
};

const newVideo = z.object({ uri: z.string(), upload: z.object({ upload_link: z.string() }) });
const maxDescription = 5000;

/** The last line of the description until the video is published, by which an upload that was not stored is found. */
const marker = (reference: string) => `\n\nUpload ${reference}`;

/**
 * Creates a private video and its upload by tus. Vimeo has the video from now on, so that its id is stored with the URL
 * of the upload, as its fragment.
 */
export async function openSession(
  client: VimeoClient,
  { metadata, reference, bytes }: SessionRequest,
): Promise<{ sessionUri: string }> {
  const ending = marker(reference);
  const description = metadata.description.slice(0, maxDescription - ending.length) + ending;
  const json = {
    ...changedFields({ ...metadata, description, privacy: "private" }),
    upload: { approach: "tus", size: bytes },
  };
  const fields = { fields: "uri,upload.upload_link" };
  const open = apiRequest(client, "me/videos", { operation: "openSession", method: "POST", json }, fields);
  const video = readJson(client, open, await request(client, open, 200, 201), newVideo);
  const url = uploadUrl(client, video.upload.upload_link);
  url.hash = readVideoId(video);
  return { sessionUri: url.href };
}

/** The URL of an upload, and the id of its video. Throws `untrusted_session`. */
function readSession(client: VimeoClient, sessionUri: string): { url: URL; videoId: string } {
  const url = uploadUrl(client, sessionUri);
  const videoId = url.hash.slice(1);
  if (!/^\d+$/.test(videoId)) throw platformError("untrusted_session", client.addresses.name);
  url.hash = "";
  return { url, videoId };
}

const protocol = { "tus-resumable": "1.0.0" };

/** Progress of an upload by its offset; its video once it is complete. */
export async function sessionStatus(
  client: VimeoClient,
  { sessionUri, bytes }: { sessionUri: string; bytes: number },
): Promise<Received | { gone: true }> {
  const { url, videoId } = readSession(client, sessionUri);
  const operation = "sessionStatus";
  const head = { operation, method: "HEAD", url, headers: protocol } as const;
  const response = await send(withoutToken(client), head);
  const gone = isGone(response);
  if (!gone) {
    const received = readOffset(client, operation, response, bytes);
    if (received < bytes) return { received };
  }
  const video = await readDocument(client, videoId);
  if (!video || (gone && video.upload?.status !== "complete")) return { gone: true };
  return { video: videoState(video) };
}

export async function sendChunk(client: VimeoClient, chunk: Chunk): Promise<Received> {
  const { url, videoId } = readSession(client, chunk.sessionUri);
  const headers = {
    ...protocol,
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(chunk.start),
  };
  const response = await transferChunk(withoutToken(client), { url, chunk, method: "PATCH", headers });
  const received = readOffset(client, "sendChunk", response, chunk.bytes);
  return received === chunk.bytes ? { video: videoState({ uri: `/videos/${videoId}` }) } : { received };
}

/** Bytes that a response confirms. Throws `outcome_unknown` for an offset that no file of this size can have. */
function readOffset(
  client: VimeoClient,
  operation: Operation,
  response: PlatformResponse,
  bytes: number,
): number {
  if (response.status !== 200 && response.status !== 204) throw client.toError(operation, response);
  const offset = responseHeader(response, "upload-offset") ?? "";
  if (/^\d+$/.test(offset) && Number(offset) <= bytes) return Number(offset);
  throw platformError("outcome_unknown", client.addresses.name);
}

/** Deletes the video of an unfinished upload. */
export async function discardSession(client: VimeoClient, sessionUri: string): Promise<void> {
  await deleteVideo(client, readSession(client, sessionUri).videoId);
}

const videoList = z.object({
  data: z.array(
    z.object({
      uri: z.string(),
      name: z.string().nullish(),
      description: z.string().nullish(),
      created_time: z.iso.datetime({ offset: true }),
      upload: z.object({ status: z.string().nullish(), size: z.number().nullish() }).nullish(),
    }),
  ),
});

async function readRecent(client: VimeoClient) {
  const query = {
    sort: "date",
    direction: "desc",
    per_page: "50",
    fields: "uri,name,description,created_time,upload.status,upload.size",
  };
  const list = apiRequest(client, "me/videos", { operation: "recentUploads" }, query);
  return (await requestJson(client, list, videoList)).data;
}

/** Deletes unfinished videos that were created with this reference. */
export async function discardUnstored(client: VimeoClient, { reference }: UnstoredUpload): Promise<void> {
  for (const video of await readRecent(client)) {
    const isUnfinished = video.upload?.status === "in_progress";
    if (isUnfinished && video.description?.includes(marker(reference))) {
      await deleteVideo(client, readVideoId(video));
    }
  }
}

/** The account's recent videos whose upload is complete and that match one whose session is gone. */
export async function findUpload(client: VimeoClient, lost: LostUpload): Promise<RecentUpload[]> {
  const complete = (await readRecent(client)).filter(({ upload }) => upload?.status === "complete");
  const recent = complete.map((video) => ({
    videoId: readVideoId(video),
    title: video.name ?? "",
    createdAt: new Date(video.created_time),
    fileBytes: video.upload?.size ?? null,
  }));
  return listMatches(lost, recent);
}
