import type { Readable } from "node:stream";

import { type Agent, type Dispatcher, type FormData } from "undici";

import { PrivateAddressError } from "#core/server/public-address.ts";

import { platformError } from "./platform-error.ts";

/** The call that failed; errors depend on it and the log names it. */
export type Operation =
  | "exchangeCode"
  | "refresh"
  | "revoke"
  | "channel"
  | "openSession"
  | "sessionStatus"
  | "sendChunk"
  | "setThumbnail"
  | "video"
  | "updateVideo"
  | "deleteVideo"
  | "recentUploads"
  | "categories"
  | "playlists"
  | "createPlaylist"
  | "addToPlaylist"
  | "addCaption"
  | "videoCounts"
  | "dayFigures"
  | "retention";

/** The adapter's log; a pino logger fits. Fields never contain tokens, codes or session URIs. */
export interface PlatformLog {
  debug: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

/** Options of a request. */
export interface HttpClient {
  /** The platform's name, for errors. */
  addresses: { name: string };
  log: PlatformLog;
  agent: Agent;
  timeouts: Timeouts;
  /** The access token of all requests; without one they aren't authorized. */
  access?: string;
}

/** Timeouts, in seconds. The total duration of a transfer is not limited, its rate is. */
export interface Timeouts {
  /** Until the response, once the request was sent. */
  responseSeconds: number;
  /** While few bytes of a chunk are accepted, or there is no response to it. */
  stallSeconds: number;
}

export const defaultTimeouts: Timeouts = { responseSeconds: 60, stallSeconds: 120 };

export interface PlatformRequest {
  operation: Operation;
  /** GET if omitted. */
  method?: "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  url: URL;
  headers?: Record<string, string>;
  body?: string | Uint8Array | Readable | FormData;
  /** A body that is sent as JSON. */
  json?: unknown;
  signal?: AbortSignal;
  /** Milliseconds until the headers and between parts of the response; 0 when the caller sets its own limit. */
  timeout?: number;
}

export interface PlatformResponse {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  body: string;
}

const maxResponseBytes = 8 * 1024 * 1024;

/**
 * Sends one request and reads the whole response, whatever its status; redirects are not followed. Throws `unreachable`
 * without a complete response, `address_refused` for a name whose address is not public, and the signal's reason when
 * aborted.
 */
export async function send(client: HttpClient, request: PlatformRequest): Promise<PlatformResponse> {
  const started = performance.now();
  const { operation, url, json } = request;
  const { access } = client;
  const timeout = request.timeout ?? client.timeouts.responseSeconds * 1000;
  try {
    const { statusCode, headers, body } = await client.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method ?? "GET",
      headers: {
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
        ...(json !== undefined && { "content-type": "application/json; charset=UTF-8" }),
        ...request.headers,
      },
      body: json === undefined ? (request.body ?? null) : JSON.stringify(json),
      signal: request.signal ?? null,
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
    const response = { status: statusCode, headers, body: await readAll(body) };
    const milliseconds = Math.round(performance.now() - started);
    client.log.debug({ operation, status: statusCode, milliseconds }, "Video platform responded");
    return response;
  } catch (error) {
    request.signal?.throwIfAborted();
    const cause = codeOfError(error);
    client.log.warn({ operation, cause }, "Video platform unreachable");
    const code = error instanceof PrivateAddressError ? "address_refused" : "unreachable";
    throw platformError(code, client.addresses.name, { cause: new Error(cause) });
  }
}

/** The first value of a response header, by its lower-case name. */
export function responseHeader(response: PlatformResponse, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A URL below a base of the platform, with its query. */
export function requestUrl(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** A URL that a platform has returned, for credentials or files. Throws `untrusted_session` unless it is one of the platform. */
export function trustedUrl(
  { addresses }: HttpClient,
  url: URL | null,
  isTrusted: (url: URL) => boolean,
): URL {
  const trusted = url?.username === "" && url.password === "" && isTrusted(url);
  if (!trusted) throw platformError("untrusted_session", addresses.name);
  return url;
}

/** Whether a response says that a URL of an upload is no longer valid. */
export function isGone({ status }: PlatformResponse): boolean {
  return status === 404 || status === 410;
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxResponseBytes) throw new Error("response too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The code of a network error, without its message: messages of libraries may contain addresses. */
function codeOfError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name;
}

/** The value of a JSON text, or undefined when it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
