import { type Chunk, contentRange, readConfirmed, transferChunk } from "../chunk-transfer.ts";
import { type PlatformResponse, headerOf, send, urlOf, parseJson } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { Received, SessionRequest } from "../upload.ts";
import { type PlatformClient, errorOf } from "./client.ts";
import { newVideo, readVideo, videoResource } from "./video-resource.ts";

/** Every chunk but a file's last must be a multiple of this many bytes. */
export const chunkUnit = 256 * 1024;
/** Bytes of the first and the last chunk of a file. Use smaller chunks after failures. */
export const chunkBytes = 64 * 1024 * 1024;
/** Bytes of the largest chunk, for fast connections, where the wait for each response dominates. */
export const maxChunkBytes = 1024 * 1024 * 1024;
const maxFileBytes = 256 * 1024 ** 3;

/**
 * Opens a resumable upload. The platform validates the metadata here, before a byte is sent. The `sessionUri` is a
 * credential: store it encrypted, never log it.
 */
export async function openSession(
  client: PlatformClient,
  access: string,
  request: SessionRequest,
): Promise<{ sessionUri: string }> {
  if (request.bytes <= 0 || request.bytes > maxFileBytes) {
    throw platformError("file_size", client.addresses.name);
  }
  const { parts, resource } = newVideo(request.metadata);
  const url = urlOf(client.addresses.upload, "videos", {
    uploadType: "resumable",
    part: parts.join(","),
    notifySubscribers: String(request.notifySubscribers),
  });
  const response = await send(client, {
    operation: "openSession",
    method: "POST",
    url,
    access,
    headers: {
      "content-type": "application/json; charset=UTF-8",
      "x-upload-content-length": String(request.bytes),
      "x-upload-content-type": request.type,
    },
    body: JSON.stringify(resource),
  });
  if (response.status !== 200) throw errorOf(client, "openSession", response);
  const location = headerOf(response, "location");
  if (location === undefined) throw platformError("unavailable", client.addresses.name);
  return { sessionUri: trustedSession(client, location, url).href };
}

/** Progress of an upload; sends no bytes. `gone` when the platform no longer knows the session. */
export async function sessionStatus(
  client: PlatformClient,
  access: string,
  session: { sessionUri: string; bytes: number },
): Promise<Received | { gone: true }> {
  const response = await send(client, {
    operation: "sessionStatus",
    method: "PUT",
    url: trustedSession(client, session.sessionUri),
    access,
    headers: { "content-length": "0", "content-range": `bytes */${session.bytes}` },
  });
  if (response.status === 404 || response.status === 410) return { gone: true };
  return readReceived(client, "sessionStatus", response, session.bytes);
}

/**
 * Sends one chunk. Continue at `received`, which may be less than what was sent. There is no limit on the duration, only
 * on inactivity: `stalled`. Throws the signal's reason when aborted.
 */
export async function sendChunk(client: PlatformClient, access: string, chunk: Chunk): Promise<Received> {
  const { start, end, bytes } = chunk;
  if (end < bytes && (end - start) % chunkUnit !== 0) {
    throw new RangeError(`A chunk that is not the last must be a multiple of ${chunkUnit} bytes`);
  }
  const url = trustedSession(client, chunk.sessionUri);
  const response = await transferChunk(client, { url, access, chunk, headers: contentRange(chunk) });
  return readReceived(client, "sendChunk", response, bytes);
}

/** Parses the response to a chunk or a status query. */
function readReceived(
  client: PlatformClient,
  operation: "sessionStatus" | "sendChunk",
  response: PlatformResponse,
  bytes: number,
): Received {
  if (response.status === 308) return { received: readConfirmed(client, response, bytes) };
  if (response.status !== 200 && response.status !== 201) throw errorOf(client, operation, response);
  const video = videoResource.safeParse(parseJson(response.body));
  if (video.success) return { video: readVideo(video.data) };
  client.log.warn(
    { operation, status: response.status },
    "Video platform finished the upload without a video id",
  );
  throw platformError("outcome_unknown", client.addresses.name);
}

/**
 * The session's URL, if it is below the platform's upload base: a bearer token is sent to it. Throws `untrusted_session`
 * otherwise.
 */
function trustedSession(client: PlatformClient, sessionUri: string, base?: URL): URL {
  const { uploadOrigins, upload, name } = client.addresses;
  const url = URL.parse(sessionUri, base?.href);
  const trusted =
    url !== null &&
    uploadOrigins.includes(url.origin) &&
    url.pathname.startsWith(new URL(upload).pathname) &&
    url.username === "" &&
    url.password === "";
  if (!trusted) throw platformError("untrusted_session", name);
  return url;
}
