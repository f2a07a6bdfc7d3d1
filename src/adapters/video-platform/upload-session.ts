import type { Readable } from "node:stream";

import { type ChunkBody, openChunk } from "./chunk-source.ts";
import { type PlatformClient, type PlatformResponse, errorOf, headerOf, send, urlOf } from "./http.ts";
import { platformError } from "./platform-error.ts";
import { parseJson } from "./response-error.ts";
import { newVideo, readVideo, type VideoMetadata, videoResource, type VideoState } from "./video-resource.ts";

/** Every chunk but a file's last must be a multiple of this many bytes. */
export const chunkUnit = 256 * 1024;
/** Bytes of the first and the last chunk of a file. Use smaller chunks after failures. */
export const chunkBytes = 64 * 1024 * 1024;
/** Bytes of the largest chunk, for fast connections, where the wait for each response dominates. */
export const largestChunkBytes = 1024 * 1024 * 1024;
const largestFile = 256 * 1024 ** 3;

export interface SessionRequest {
  metadata: VideoMetadata;
  /** Whether the channel's subscribers are notified once the video is public. */
  notifySubscribers: boolean;
  /** Size of the whole file. */
  bytes: number;
  /** Media type of the file, `video/*` or `application/octet-stream`. */
  type: string;
}

/**
 * Bytes confirmed from the start of the file, or the finished video. When all bytes are confirmed and there is no video
 * yet, the platform is still finishing: call `sessionStatus` again a little later.
 */
export type Received = { received: number } | { video: VideoState };

/**
 * Opens a resumable upload. The platform validates the metadata here, before a byte is sent. The `sessionUri` is a
 * credential: store it encrypted, never log it.
 */
export async function openSession(
  client: PlatformClient,
  access: string,
  request: SessionRequest,
): Promise<{ sessionUri: string }> {
  if (request.bytes <= 0 || request.bytes > largestFile) {
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

export interface Chunk {
  sessionUri: string;
  /** Offset of the first byte: what the platform last confirmed. */
  start: number;
  /** Offset after the last byte. */
  end: number;
  /** Size of the whole file. */
  bytes: number;
  /** Media type given when the session was opened. */
  type: string;
  /**
   * A stream of exactly the bytes from `start` to `end`, destroyed when the request ends; or the path of the whole
   * file, which is several times cheaper.
   */
  body: ChunkBody;
  /**
   * Receives every byte in order before it is sent, so that a hash can be compared before the last byte leaves. An
   * error thrown here aborts the request. The memory is reused afterwards.
   */
  inspect?: (bytes: Uint8Array) => void;
  /** Called often with the number of bytes of this chunk that have been sent; they are not confirmed yet. */
  onSent?: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one chunk. Continue at `received`, which may be less than what was sent. There is no limit on the duration, only
 * on inactivity: `stalled`. Throws the signal's reason when aborted.
 */
export async function sendChunk(client: PlatformClient, access: string, chunk: Chunk): Promise<Received> {
  const { start, end, bytes } = chunk;
  checkChunk(chunk);
  const url = trustedSession(client, chunk.sessionUri);
  const inactivity = createInactivityTimer(client);
  const onSent = (sent: number) => {
    inactivity.restart();
    chunk.onSent?.(sent);
  };
  const source = openChunk(client, { body: chunk.body, start, end, bytes, inspect: chunk.inspect, onSent });
  try {
    const response = await send(client, {
      operation: "sendChunk",
      method: "PUT",
      url,
      access,
      headers: {
        "content-length": String(end - start),
        "content-type": chunk.type,
        "content-range": `bytes ${start}-${end - 1}/${bytes}`,
      },
      body: asBody(source.slices),
      signal: AbortSignal.any([inactivity.signal, chunk.signal]),
      timeout: 0,
    });
    return readReceived(client, "sendChunk", response, bytes);
  } catch (error) {
    chunk.signal.throwIfAborted();
    throw source.failure() ?? error;
  } finally {
    inactivity.stop();
    await source.close();
  }
}

/**
 * undici accepts any async iterable and requests the next slice only after the socket has taken the previous one, which
 * the reuse of buffers relies on. Its types name streams only.
 */
function asBody(slices: AsyncIterable<Uint8Array>): Readable {
  return slices as unknown as Readable;
}

function checkChunk({ start, end, bytes }: Chunk): void {
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end <= start || end > bytes) {
    throw new RangeError(`A chunk from ${start} to ${end} is outside of ${bytes} bytes`);
  }
  if (end < bytes && (end - start) % chunkUnit !== 0) {
    throw new RangeError(`A chunk that is not the last must be a multiple of ${chunkUnit} bytes`);
  }
}

/** Aborts its signal with `stalled` when it was not restarted for `stallSeconds`. */
function createInactivityTimer({ addresses, timeouts }: PlatformClient) {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(platformError("stalled", addresses.name)),
    timeouts.stallSeconds * 1000,
  );
  return { signal: controller.signal, restart: () => timer.refresh(), stop: () => clearTimeout(timer) };
}

/** Parses the response to a chunk or a status query. */
function readReceived(
  client: PlatformClient,
  operation: "sessionStatus" | "sendChunk",
  response: PlatformResponse,
  bytes: number,
): Received {
  if (response.status === 308) {
    const received = readRange(headerOf(response, "range"));
    if (received !== undefined && received <= bytes) return { received };
    client.log.warn({ operation, status: 308 }, "Video platform sent an invalid range");
    throw platformError("outcome_unknown", client.addresses.name);
  }
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

/** Bytes confirmed by the `Range` of a 308; without the header nothing is stored yet. */
function readRange(range: string | undefined): number | undefined {
  if (range === undefined) return 0;
  const last = /^(?:bytes=)?0-(\d+)$/.exec(range.trim())?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}
