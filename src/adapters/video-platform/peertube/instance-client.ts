import { z } from "zod";

import type { AdapterError } from "#core/adapter-error.ts";
import { PrivateAddressError } from "#core/server/public-address.ts";

import { createGuardedAgents } from "../guarded-agents.ts";
import {
  headerOf,
  type HttpClient,
  type PlatformLog,
  type PlatformRequest,
  type PlatformResponse,
  send,
  type Timeouts,
  parseJson,
} from "../http.ts";
import { platformError, type PlatformErrorCode } from "../platform-error.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import type { AddressRules } from "../typed-address.ts";

/** Sends requests to one instance. */
export interface InstanceClient extends HttpClient {
  origin: string;
}

/** Creates clients of instances. */
export function createInstanceClients(parts: { log: PlatformLog; timeouts: Timeouts; rules: AddressRules }) {
  const { log, timeouts, rules } = parts;
  const { agentFor, close } = createGuardedAgents(rules);
  return {
    clientOf: (origin: string): InstanceClient => {
      const url = new URL(origin);
      return { origin, addresses: { name: nameOf(url) }, log, timeouts, agent: agentFor(url) };
    },
    close,
  };
}

/** The name of an instance in messages to users. */
export function nameOf({ host }: URL): string {
  return `PeerTube (${host})`;
}

export function apiUrl({ origin }: InstanceClient, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(`/api/v1/${path}`, origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export function videoUrl(client: InstanceClient, videoId: string, part = ""): URL {
  return apiUrl(client, `videos/${encodeURIComponent(videoId)}${part}`);
}

/** Like `send`, with an error for addresses that are not public. */
export async function sendTo(client: InstanceClient, request: PlatformRequest): Promise<PlatformResponse> {
  try {
    return await send(client, request);
  } catch (error) {
    if (error instanceof Error && isPrivateAddress(error.cause)) {
      throw platformError("address_refused", client.addresses.name);
    }
    throw error;
  }
}

/** The JSON of a response with the status 200. Throws the error of any other response. */
export async function readJson<S extends z.ZodType>(
  client: InstanceClient,
  request: PlatformRequest,
  shape: S,
): Promise<z.output<S>> {
  const response = await sendTo(client, request);
  if (response.status !== 200) throw instanceError(client, request.operation, response);
  const parsed = shape.safeParse(parseJson(response.body));
  if (parsed.success) return parsed.data;
  client.log.warn({ operation: request.operation }, "PeerTube sent a response of unknown shape");
  throw platformError("unavailable", client.addresses.name);
}

const problemBody = z.object({ code: z.string().max(80).optional().catch(undefined) });

/** The error of an unsuccessful response, decided by the problem's code, then by the status. */
export function instanceError(
  client: InstanceClient,
  operation: PlatformRequest["operation"],
  response: PlatformResponse,
): AdapterError {
  const { code: reason } = problemBody.catch({ code: undefined }).parse(parseJson(response.body));
  const code = codeOfReason.get(reason ?? "") ?? codeOfStatus(operation, response.status);
  client.log.warn({ operation, status: response.status, reason, code }, "PeerTube refused the request");
  return platformError(code, client.addresses.name, {
    retryAfterSeconds: retryAfterSeconds(headerOf(response, "retry-after"), new Date()),
  });
}

const codeOfReason = new Map<string, PlatformErrorCode>([
  ["invalid_token", "access_expired"],
  ["invalid_client", "authorization_failed"],
  ["missing_two_factor", "second_factor_needed"],
  ["invalid_two_factor", "second_factor_needed"],
  ["max_file_size_reached", "file_size"],
  ["quota_reached", "storage_full"],
  ["account_blocked", "account_unusable"],
]);

/** What is refused by calls that send other files than videos. */
const refusedInput = new Map<PlatformRequest["operation"], PlatformErrorCode>([
  ["setThumbnail", "thumbnail_invalid"],
  ["addCaption", "caption_invalid"],
]);

function codeOfStatus(operation: PlatformRequest["operation"], status: number): PlatformErrorCode {
  if (status === 401) return "access_expired";
  if (status === 403) return "channel_forbidden";
  if (status === 404) return operation === "sendChunk" ? "session_gone" : "video_not_found";
  if (status === 409) return "range_refused";
  if (status === 413) return refusedInput.get(operation) ?? "file_size";
  if (status === 415 || status === 422) return "media_refused";
  if (status === 429) return "rate_limited";
  if (status === 400) return refusedInput.get(operation) ?? "invalid_metadata";
  return status >= 500 || status === 408 ? "unavailable" : "refused";
}

function isPrivateAddress(cause: unknown): boolean {
  return cause instanceof Error && cause.message === PrivateAddressError.name;
}
