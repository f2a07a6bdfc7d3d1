import type { Readable } from "node:stream";

import { type Agent, type Dispatcher, type FormData } from "undici";
import type { z } from "zod";

import type { AdapterError } from "#core/adapter-error.ts";

import type { PlatformAddresses } from "./addresses.ts";
import { platformError } from "./platform-error.ts";
import { responseError, parseJson, readReason, type Operation } from "./response-error.ts";

/** The adapter's log; a pino logger fits. Fields never contain tokens, codes or session URIs. */
export interface PlatformLog {
  debug: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

/** What sending a request needs. */
export interface HttpClient {
  /** The platform's name is all that errors need of its addresses. */
  addresses: Pick<PlatformAddresses, "name">;
  log: PlatformLog;
  agent: Agent;
  timeouts: Timeouts;
}

/** Dependencies of every call to YouTube. */
export interface PlatformClient extends HttpClient {
  addresses: PlatformAddresses;
}

/** Timeouts, in seconds. The total duration of a transfer is not limited, its rate is. */
export interface Timeouts {
  /** Until the response, once the request was sent. */
  responseSeconds: number;
  /** While few bytes of a chunk are accepted, or there is no response to it. */
  stallSeconds: number;
}

export interface PlatformRequest {
  operation: Operation;
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: URL;
  /** The access token, if the call needs one. */
  access?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | Readable | FormData;
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
 * without a complete response, and the signal's reason when aborted.
 */
export async function send(client: HttpClient, request: PlatformRequest): Promise<PlatformResponse> {
  const started = performance.now();
  const { operation, url, access } = request;
  const timeout = request.timeout ?? client.timeouts.responseSeconds * 1000;
  try {
    const { statusCode, headers, body } = await client.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: { ...(access && { authorization: `Bearer ${access}` }), ...request.headers },
      body: request.body ?? null,
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
    throw platformError("unreachable", client.addresses.name, { cause: new Error(cause) });
  }
}

/** The JSON of a successful response in the given shape. Throws the platform error of any other response. */
export async function sendForJson<S extends z.ZodType>(
  client: PlatformClient,
  request: PlatformRequest,
  shape: S,
): Promise<z.output<S>> {
  const { operation } = request;
  const response = await send(client, request);
  if (response.status !== 200) throw errorOf(client, operation, response);
  const parsed = shape.safeParse(parseJson(response.body));
  if (parsed.success) return parsed.data;
  client.log.warn({ operation, status: 200 }, "Video platform sent a response of unknown shape");
  throw platformError("unavailable", client.addresses.name);
}

/** The error of an unsuccessful response; logs its reason. */
export function errorOf(
  client: PlatformClient,
  operation: Operation,
  response: PlatformResponse,
): AdapterError {
  const { status, body } = response;
  const error = responseError(
    { operation, status, body, retryAfter: headerOf(response, "retry-after") },
    client.addresses.name,
    new Date(),
  );
  client.log.warn(
    { operation, status, ...readReason(body), code: error.code },
    "Video platform refused the request",
  );
  return error;
}

/** The first value of a response header, by its lower-case name. */
export function headerOf(response: PlatformResponse, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A URL below a base of the platform, with its query. */
export function urlOf(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
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
