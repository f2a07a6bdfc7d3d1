import { z } from "zod";

import { type Chunk, contentRange, readConfirmed, transferChunk } from "../chunk-transfer.ts";
import { fileExtension } from "../file-extension.ts";
import { headerOf, type PlatformResponse, parseJson } from "../http.ts";
import { platformError } from "../platform-error.ts";
import {
  matchesOf,
  type LostUpload,
  type RecentUpload,
  type Received,
  type SessionRequest,
} from "../upload.ts";
import { apiUrl, type InstanceClient, instanceError, readJson, sendTo, videoUrl } from "./instance-client.ts";
import { newVideo, videoState } from "./video.ts";

const uploadPath = "videos/upload-resumable";

/** Opens a resumable upload, which the instance forgets an hour after its last chunk. */
export async function openSession(
  client: InstanceClient,
  access: string,
  { channelId, request }: { channelId: number; request: SessionRequest },
): Promise<{ sessionUri: string }> {
  const { metadata, bytes, type } = request;
  const url = apiUrl(client, uploadPath);
  const response = await sendTo(client, {
    operation: "openSession",
    method: "POST",
    url,
    access,
    headers: {
      "content-type": "application/json",
      "x-upload-content-length": String(bytes),
      "x-upload-content-type": type,
    },
    // Instances check the extension of the file name.
    body: JSON.stringify({ ...newVideo(metadata), channelId, filename: `video${fileExtension(type)}` }),
  });
  if (response.status !== 201 && response.status !== 200)
    throw instanceError(client, "openSession", response);
  const location = headerOf(response, "location");
  if (location === undefined) throw platformError("unavailable", client.addresses.name);
  return { sessionUri: trustedSession(client, location).href };
}

/** Progress of an upload. An instance forgets it once it is a video: `gone`, look for it with `findUpload`. */
export async function sessionStatus(
  client: InstanceClient,
  access: string,
  session: { sessionUri: string; bytes: number },
): Promise<Received | { gone: true }> {
  const response = await sendTo(client, {
    operation: "sessionStatus",
    method: "PUT",
    url: trustedSession(client, session.sessionUri),
    access,
    headers: { "content-length": "0", "content-range": `bytes */${session.bytes}` },
  });
  if (response.status === 404 || response.status === 410) return { gone: true };
  return readReceived(client, "sessionStatus", response, session.bytes);
}

export async function sendChunk(client: InstanceClient, access: string, chunk: Chunk): Promise<Received> {
  const url = trustedSession(client, chunk.sessionUri);
  const response = await transferChunk(client, { url, access, chunk, headers: contentRange(chunk) });
  return readReceived(client, "sendChunk", response, chunk.bytes);
}

/** Ends an unfinished upload and deletes its bytes; one that no longer exists counts as ended. */
export async function discardSession(
  client: InstanceClient,
  access: string,
  sessionUri: string,
): Promise<void> {
  const url = trustedSession(client, sessionUri);
  const response = await sendTo(client, { operation: "sessionStatus", method: "DELETE", url, access });
  if (response.status >= 300 && response.status !== 404 && response.status !== 410)
    throw instanceError(client, "sessionStatus", response);
}

const finished = z.object({ video: z.object({ uuid: z.uuid() }) });

function readReceived(
  client: InstanceClient,
  operation: "sessionStatus" | "sendChunk",
  response: PlatformResponse,
  bytes: number,
): Received {
  if (response.status === 308) return { received: readConfirmed(client, response, bytes) };
  if (response.status !== 200 && response.status !== 201) throw instanceError(client, operation, response);
  const parsed = finished.safeParse(parseJson(response.body));
  if (parsed.success) return { video: videoState({ uuid: parsed.data.video.uuid }) };
  throw platformError("outcome_unknown", client.addresses.name);
}

const uploadList = z.object({
  data: z.array(
    z.object({
      uuid: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime({ offset: true }),
      channel: z.object({ id: z.number() }),
    }),
  ),
});
const sourceSchema = z.object({ size: z.number().nullish() });

/** The channel's recent videos that match an upload whose session is gone. */
export async function findUpload(
  client: InstanceClient,
  access: string,
  { channelId, lost }: { channelId: number; lost: LostUpload },
): Promise<RecentUpload[]> {
  const url = apiUrl(client, "users/me/videos", { sort: "-createdAt", count: "50" });
  const { data } = await readJson(
    client,
    { operation: "recentUploads", method: "GET", url, access },
    uploadList,
  );
  const own = data.filter(({ channel }) => channel.id === channelId);
  const recent = own.map(({ uuid, name, createdAt }) => ({
    videoId: uuid,
    title: name,
    createdAt: new Date(createdAt),
    fileBytes: null,
  }));
  const found: RecentUpload[] = [];
  for (const upload of matchesOf(lost, recent)) {
    found.push({ ...upload, fileBytes: await readSourceSize(client, access, upload.videoId) });
  }
  return matchesOf(lost, found);
}

/** The size of the file that was uploaded; null on instances that don't know it. */
async function readSourceSize(
  client: InstanceClient,
  access: string,
  videoId: string,
): Promise<number | null> {
  const url = videoUrl(client, videoId, "/source");
  const response = await sendTo(client, { operation: "recentUploads", method: "GET", url, access });
  if (response.status >= 500 || response.status === 401)
    throw instanceError(client, "recentUploads", response);
  return sourceSchema.safeParse(parseJson(response.body)).data?.size ?? null;
}

/** The session's URL, if it is the instance's own upload URL: a bearer token is sent to it. */
function trustedSession(client: InstanceClient, sessionUri: string): URL {
  const base = apiUrl(client, uploadPath);
  const url = URL.parse(sessionUri, base.href);
  const trusted =
    url !== null && url.origin === base.origin && url.pathname === base.pathname && url.username === "";
  if (!trusted) throw platformError("untrusted_session", client.addresses.name);
  return url;
}
