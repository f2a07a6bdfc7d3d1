import { z } from "zod";

import type { AdapterError } from "#core/adapter-error.ts";

import { type Operation, parseJson } from "../http.ts";
import { platformError, type PlatformErrorCode } from "../platform-error.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { secondsUntilQuotaRenewal } from "./quota-renewal.ts";

/** An unsuccessful response with its whole body. */
export interface ErrorResponse {
  operation: Operation;
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** The machine-readable part of an error body; empty when the body is HTML, empty or of another shape. */
export interface Reason {
  reason?: string | undefined;
  domain?: string | undefined;
}

const reasonText = z
  .string()
  .regex(/^[\w.-]{1,80}$/)
  .optional()
  .catch(undefined);
const errorBody = z.object({
  error: z.object({
    status: reasonText,
    errors: z.array(z.object({ reason: reasonText, domain: reasonText })).catch([]),
    details: z.array(z.object({ reason: reasonText, domain: reasonText })).catch([]),
  }),
});

/** The reason in `errors[0]` of the error envelope, else in the newer `details` or `status`. */
export function readReason(body: string): Reason {
  const parsed = errorBody.safeParse(parseJson(body));
  if (!parsed.success) return {};
  const { errors, details, status } = parsed.data.error;
  const detail = details.find((each) => each.reason !== undefined);
  const first = errors[0];
  if (first?.reason !== undefined) return first;
  return detail ?? { reason: status };
}

/** Reasons with the same meaning for every operation. */
const codeOfReason = new Map<string, PlatformErrorCode>([
  ["youtubeSignupRequired", "no_channel"],
  ["insufficientPermissions", "scope_missing"],
  ["ACCESS_TOKEN_SCOPE_INSUFFICIENT", "scope_missing"],
  ["accessNotConfigured", "api_not_enabled"],
  ["SERVICE_DISABLED", "api_not_enabled"],
  ["quotaExceeded", "quota_exceeded"],
  ["dailyLimitExceeded", "quota_exceeded"],
  ["rateLimitExceeded", "rate_limited"],
  ["userRateLimitExceeded", "rate_limited"],
  ["uploadRateLimitExceeded", "rate_limited"],
  ["uploadLimitExceeded", "upload_limit"],
  ["backendError", "unavailable"],
  ["forbidden", "channel_forbidden"],
  ["accountDelegationForbidden", "channel_forbidden"],
  ["authenticatedUserNotChannel", "no_channel"],
  ["authenticatedUserAccountClosed", "account_unusable"],
  ["authenticatedUserAccountSuspended", "account_unusable"],
  ["invalidTitle", "invalid_title"],
  ["invalidDescription", "invalid_description"],
  ["invalidTags", "invalid_tags"],
  ["invalidCategoryId", "invalid_category"],
  ["defaultLanguageNotSet", "invalid_language"],
  ["invalidPublishAt", "invalid_publish_time"],
  ["invalidPublishScheduleForVideo", "invalid_publish_time"],
  ["invalidVideoMetadata", "invalid_metadata"],
  ["forbiddenPrivacySetting", "privacy_refused"],
  ["invalidDefaultBroadcastPrivacySetting", "privacy_refused"],
  ["forbiddenLicenseSetting", "license_refused"],
  ["forbiddenEmbedSetting", "embedding_refused"],
  ["invalidImage", "thumbnail_invalid"],
  ["videoNotFound", "video_not_found"],
  ["requestedRangeNotSatisfiable", "range_refused"],
  ["badContent", "media_refused"],
  ["playlistNotFound", "playlist_not_found"],
  ["playlistContainsMaximumNumberOfVideos", "playlist_full"],
  ["playlistItemsNotAccessible", "playlist_refused"],
  ["playlistOperationUnsupported", "playlist_refused"],
  ["manualSortRequired", "playlist_refused"],
  ["contentRequired", "caption_invalid"],
  ["nameTooLong", "caption_invalid"],
  ["invalidMetadata", "caption_invalid"],
]);

/** The error of a response, decided by its reason, then by its status, never by the message text. */
export function responseError(response: ErrorResponse, platform: string, now: Date): AdapterError {
  const reason = readReason(response.body);
  const code = errorCode(response, reason);
  return platformError(code, platform, {
    retryAfterSeconds:
      code === "quota_exceeded" ? secondsUntilQuotaRenewal(now) : retryAfterSeconds(response.retryAfter, now),
  });
}

function errorCode(response: ErrorResponse, { reason, domain }: Reason): PlatformErrorCode {
  const named = codeOfReason.get(reason ?? "");
  const aboutThumbnail = response.operation === "setThumbnail" || domain === "youtube.thumbnail";
  if (reason === "forbidden" && aboutThumbnail) return "thumbnail_not_allowed";
  return named ?? codeOfStatus(response);
}

function codeOfStatus({ status, operation }: ErrorResponse): PlatformErrorCode {
  switch (status) {
    case 401:
      return "access_expired";
    case 403:
      return "channel_forbidden";
    case 404:
    case 410:
      return missingCode(operation);
    case 409:
      return operation === "openSession" ? "unavailable" : "refused";
    case 416:
      return "range_refused";
    case 429:
      return "rate_limited";
    case 408:
    case 500:
    case 502:
    case 503:
    case 504:
      return "unavailable";
    default:
      return "refused";
  }
}

function missingCode(operation: Operation): PlatformErrorCode {
  if (operation === "sendChunk" || operation === "sessionStatus") return "session_gone";
  if (operation === "setThumbnail" || operation === "updateVideo") return "video_not_found";
  return "refused";
}
