import { type ApiClient, request } from "./api-client.ts";
import { type Chunk, transferChunk } from "./chunk-transfer.ts";
import {
  isGone,
  responseHeader,
  type Operation,
  parseJson,
  type PlatformResponse,
  send,
  trustedUrl,
} from "./http.ts";
import { platformError } from "./platform-error.ts";
import type { Received } from "./upload.ts";
import type { VideoState } from "./video.ts";

interface Protocol<Client> {
  /** Whether a URL is that of an upload session: an access token is sent to it. */
  isSession: (client: Client, url: URL) => boolean;
  /** The video in the response to the last byte; null if it has none. */
  parseVideo: (body: unknown) => VideoState | null;
}

/** Uploads with Google's protocol of resumable uploads, which PeerTube has as well. */
export function createResumableUploads<Client extends ApiClient>({
  isSession,
  parseVideo,
}: Protocol<Client>) {
  /** The URL of a session. Throws `untrusted_session` if it is none of this platform. */
  function trustedSession(client: Client, sessionUri: string, base?: URL): URL {
    return trustedUrl(client, URL.parse(sessionUri, base?.href), (url) => isSession(client, url));
  }

  function readReceived(
    client: Client,
    operation: Operation,
    response: PlatformResponse,
    bytes: number,
  ): Received {
    const { status, body } = response;
    if (status === 308) return { received: readConfirmed(client, response, bytes) };
    if (status !== 200 && status !== 201) throw client.toError(operation, response);
    const video = parseVideo(parseJson(body));
    if (video !== null) return { video };
    client.log.warn({ operation, status }, "Video platform finished the upload without a video id");
    throw platformError("outcome_unknown", client.addresses.name);
  }

  return {
    /** Opens an upload of a file with these details at a URL. The session's URI is a credential. */
    openSession: async (
      client: Client,
      { url, bytes, type, details }: { url: URL; bytes: number; type: string; details: object },
    ): Promise<{ sessionUri: string }> => {
      const headers = { "x-upload-content-length": String(bytes), "x-upload-content-type": type };
      const open = { operation: "openSession", method: "POST", url, headers, json: details } as const;
      const location = responseHeader(await request(client, open, 200, 201), "location");
      if (location === undefined) throw platformError("unavailable", client.addresses.name);
      return { sessionUri: trustedSession(client, location, url).href };
    },

    /** Progress of an upload; sends no bytes. `gone` when the platform no longer knows the session. */
    sessionStatus: async (
      client: Client,
      { sessionUri, bytes }: { sessionUri: string; bytes: number },
    ): Promise<Received | { gone: true }> => {
      const url = trustedSession(client, sessionUri);
      const headers = { "content-length": "0", "content-range": `bytes */${bytes}` };
      const response = await send(client, { operation: "sessionStatus", method: "PUT", url, headers });
      if (isGone(response)) return { gone: true };
      return readReceived(client, "sessionStatus", response, bytes);
    },

    /**
     * Sends one chunk. Continue at `received`, which may be less than what was sent. There is no limit on the duration,
     * only on inactivity: `stalled`. Throws the signal's reason when aborted.
     */
    sendChunk: async (client: Client, chunk: Chunk): Promise<Received> => {
      const { sessionUri, start, end, bytes } = chunk;
      const url = trustedSession(client, sessionUri);
      // RFC 9110, section 14.4.
      const headers = { "content-range": `bytes ${start}-${end - 1}/${bytes}` };
      const response = await transferChunk(client, { url, chunk, headers });
      return readReceived(client, "sendChunk", response, bytes);
    },

    /** Ends an unfinished upload and deletes its bytes; one that no longer exists counts as ended. */
    discardSession: async (client: Client, sessionUri: string): Promise<void> => {
      const url = trustedSession(client, sessionUri);
      await request(client, { operation: "sessionStatus", method: "DELETE", url }, 200, 204, 404, 410);
    },
  };
}

/** Bytes of a file that a 308 confirms. Throws `outcome_unknown` for a range that no file of this size can have. */
function readConfirmed(client: ApiClient, response: PlatformResponse, bytes: number): number {
  const received = readRange(responseHeader(response, "range"));
  if (received !== undefined && received <= bytes) return received;
  client.log.warn({ status: response.status }, "Video platform sent an invalid range");
  throw platformError("outcome_unknown", client.addresses.name);
}

/** Bytes confirmed by a `Range`; without the header nothing is stored yet. */
function readRange(range: string | undefined): number | undefined {
  if (range === undefined) return 0;
  const last = /^(?:bytes=)?0-(\d+)$/.exec(range.trim())?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}
