import { z } from "zod";

import type { ApiClient } from "../api-client.ts";
import {
  responseHeader,
  type HttpClient,
  parseJson,
  type PlatformRequest,
  requestUrl,
  trustedUrl,
} from "../http.ts";
import { platformError, type PlatformErrorCode } from "../platform-error.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { statusError } from "../status-error.ts";

/** URLs of Vimeo, or of the sandbox in its place. */
export interface VimeoAddresses {
  /** The platform's name in messages to users. */
  name: string;
  /** Opened in the user's browser. */
  authorization: string;
  /** Base of the API, with a trailing slash. */
  api: string;
  /** The page on which people watch a video. */
  watch: (videoId: string) => string;
  /** Whether files may be sent to a URL that the API has returned for them. */
  isUpload: (url: URL) => boolean;
}

/** Uploads are accepted by other hosts of Vimeo than the API, such as `us-files.tus.vimeo.com`. */
export const vimeoAddresses: VimeoAddresses = {
  name: "Vimeo",
  authorization: "https://api.vimeo.com/oauth/authorize",
  api: "https://api.vimeo.com/",
  watch: (videoId) => `https://vimeo.com/${encodeURIComponent(videoId)}`,
  isUpload: ({ protocol, hostname }) => protocol === "https:" && /\.vimeo(?:cdn)?\.com$/.test(hostname),
};

/** The sandbox platform, such as `http://127.0.0.1:4100`. */
export function vimeoSandbox(origin: string): VimeoAddresses {
  const at = new URL(origin).origin;
  return {
    name: "Vimeo (sandbox)",
    authorization: `${at}/vimeo/oauth/authorize`,
    api: `${at}/vimeo/`,
    watch: (videoId) => `${at}/vimeo/watch/${encodeURIComponent(videoId)}`,
    isUpload: (url) => url.origin === at,
  };
}

/** Sends requests to Vimeo. */
export interface VimeoClient extends ApiClient {
  addresses: VimeoAddresses;
}

export function createVimeoClient(
  parts: Omit<HttpClient, "addresses"> & { addresses: VimeoAddresses },
): VimeoClient {
  const { addresses, log } = parts;
  return {
    ...parts,
    toError: (operation, response) => {
      const { status, body } = response;
      const { error_code: reason, invalid_parameters: parameters } = errorBody.parse(parseJson(body));
      const field = parameters[0]?.field.split(".")[0] ?? "";
      const code = codeOfReason.get(reason ?? 0) ?? codeOfField.get(field) ?? statusError(operation, status);
      log.warn({ operation, status, reason, code }, "Vimeo refused the request");
      const wait = responseHeader(response, "retry-after") ?? responseHeader(response, "x-ratelimit-reset");
      const seconds = status === 429 ? retryAfterSeconds(wait, new Date()) : undefined;
      return platformError(code, addresses.name, { retryAfterSeconds: seconds });
    },
  };
}

type ApiRequest = Omit<PlatformRequest, "url">;

/** A request to version 3.4 of the API (developer.vimeo.com/api/changelog), which responds with these fields only. */
export function apiRequest(
  { addresses }: VimeoClient,
  path: string,
  { headers, ...sent }: ApiRequest,
  query: Record<string, string> = {},
): PlatformRequest {
  const accept = "application/vnd.vimeo.*+json;version=3.4";
  return { ...sent, url: requestUrl(addresses.api, path, query), headers: { accept, ...headers } };
}

/** The client without the token, for URLs that are credentials themselves. */
export function withoutToken(client: VimeoClient): VimeoClient {
  const { access: _, ...anonymous } = client;
  return anonymous;
}

/** The URL of an upload that the API has returned. Throws `untrusted_session` if it is none of Vimeo. */
export function uploadUrl(client: VimeoClient, address: string): URL {
  return trustedUrl(client, URL.parse(address), client.addresses.isUpload);
}

export function videoPath(videoId: string, part = ""): string {
  return `videos/${encodeURIComponent(videoId)}${part}`;
}

/** Errors have a number, and refused parameters their names: `{ error, developer_message, error_code, invalid_parameters }`. */
const errorBody = z
  .object({
    error_code: z.number().optional().catch(undefined),
    invalid_parameters: z.array(z.object({ field: z.string() })).catch([]),
  })
  .catch({ error_code: undefined, invalid_parameters: [] });

/** The numbers that the reference of the API has for uploads (developer.vimeo.com/api/reference/videos#upload_video). */
const codeOfReason = new Map<number, PlatformErrorCode>([
  [4101, "storage_full"],
  [4102, "upload_limit"],
  [8002, "access_expired"],
  [8003, "access_expired"],
]);

const codeOfField = new Map<string, PlatformErrorCode>([
  ["name", "invalid_title"],
  ["description", "invalid_description"],
  ["license", "license_refused"],
  ["privacy", "privacy_refused"],
  ["tag", "invalid_tags"],
]);
