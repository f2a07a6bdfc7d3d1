import type { ApiClient } from "../api-client.ts";
import { responseHeader, type HttpClient } from "../http.ts";
import type { PlatformAddresses } from "./addresses.ts";
import { readReason, responseError } from "./response-error.ts";

/** Sends requests to YouTube. */
export interface YouTubeClient extends ApiClient {
  addresses: PlatformAddresses;
}

export function createYouTubeClient(
  parts: Omit<HttpClient, "addresses"> & { addresses: PlatformAddresses },
): YouTubeClient {
  const { addresses, log } = parts;
  return {
    ...parts,
    toError: (operation, response) => {
      const { status, body } = response;
      const refusal = { operation, status, body, retryAfter: responseHeader(response, "retry-after") };
      const error = responseError(refusal, addresses.name, new Date());
      const reason = readReason(body);
      log.warn({ operation, status, ...reason, code: error.code }, "Video platform refused the request");
      return error;
    },
  };
}
