import { z } from "zod";

import type { ApiClient } from "../api-client.ts";
import { responseHeader, type PlatformLog, parseJson, type Timeouts, requestUrl } from "../http.ts";
import { platformError, type PlatformErrorCode } from "../platform-error.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { statusError } from "../status-error.ts";
import { type AddressRules, createGuardedAgents } from "../typed-address.ts";

/** Sends requests to one instance. */
export interface InstanceClient extends ApiClient {
  origin: string;
}

/** Creates clients of instances. */
export function createInstanceClients(parts: { log: PlatformLog; timeouts: Timeouts; rules: AddressRules }) {
  const { log, timeouts, rules } = parts;
  const { agentFor, close } = createGuardedAgents(rules);
  return {
    clientFor: (origin: string): InstanceClient => {
      const url = new URL(origin);
      const name = `PeerTube (${url.host})`;
      const toError = errorMapping(name, log);
      return { origin, addresses: { name }, log, timeouts, agent: agentFor(url), toError };
    },
    close,
  };
}

export function apiUrl({ origin }: InstanceClient, path: string, query: Record<string, string> = {}): URL {
  return requestUrl(origin, `/api/v1/${path}`, query);
}

export function videoUrl(client: InstanceClient, videoId: string, part = ""): URL {
  return apiUrl(client, `videos/${encodeURIComponent(videoId)}${part}`);
}

const problemBody = z.object({ code: z.string().max(80).optional().catch(undefined) });

/** Errors are decided by the problem's code, then by the status. */
function errorMapping(name: string, log: PlatformLog): ApiClient["toError"] {
  return (operation, response) => {
    const { status, body } = response;
    const { code: reason } = problemBody.catch({ code: undefined }).parse(parseJson(body));
    // Instances respond with 422 to files that they can't read.
    const code = codeOfReason.get(reason ?? "") ?? statusError(operation, status === 422 ? 415 : status);
    log.warn({ operation, status, reason, code }, "PeerTube refused the request");
    const wait = retryAfterSeconds(responseHeader(response, "retry-after"), new Date());
    return platformError(code, name, { retryAfterSeconds: wait });
  };
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
