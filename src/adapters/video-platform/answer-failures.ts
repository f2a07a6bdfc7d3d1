import { z } from "zod";

import type { AdapterError } from "#core/adapter-error.ts";

import { platformError, type PlatformErrorCode } from "./failure-catalogue.ts";
import { retryAfterSeconds, secondsUntilQuotaRenewal } from "./retry-after.ts";

/** What was being done; it decides between failures and names them in the log. */
export type Operation =
  | "exchangeCode"
  | "refresh"
  | "revoke"
  | "channel"
  | "startSession"
  | "sessionStatus"
  | "sendPiece"
  | "setThumbnail"
  | "video"
  | "updateVideo"
  | "recentUploads";

/** An answer that was not a success, read to its end. */
export interface RefusedAnswer {
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

const reasonWord = z
  .string()
  .regex(/^[\w.-]{1,80}$/)
  .optional()
  .catch(undefined);
const errorBody = z.object({
  error: z.object({
    status: reasonWord,
    errors: z.array(z.object({ reason: reasonWord, domain: reasonWord })).catch([]),
    details: z.array(z.object({ reason: reasonWord, domain: reasonWord })).catch([]),
  }),
});

/** Reads `errors[0]` of the error envelope, else the newer `details` or `status` (video platform reference, 2.3). */
export function readReason(body: string): Reason {
  const parsed = errorBody.safeParse(parseJson(body));
  if (!parsed.success) return {};
  const { errors, details, status } = parsed.data.error;
  const detail = details.find((each) => each.reason !== undefined);
  const first = errors[0];
  if (first?.reason !== undefined) return first;
  return detail ?? { reason: status };
}

/** Reasons whose meaning does not depend on the operation. */
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
]);

/** The failure that an answer means: decided by reason, then by status, never by message text. */
export function responseError(answer: RefusedAnswer, platform: string, now: Date): AdapterError {
  const reason = readReason(answer.body);
  const code = codeOf(answer, reason);
  return platformError(code, platform, {
    retryAfterSeconds:
      code === "quota_exceeded" ? secondsUntilQuotaRenewal(now) : retryAfterSeconds(answer.retryAfter, now),
  });
}

function codeOf(answer: RefusedAnswer, { reason, domain }: Reason): PlatformErrorCode {
  const named = codeOfReason.get(reason ?? "");
  const aboutThumbnail = answer.operation === "setThumbnail" || domain === "youtube.thumbnail";
  if (reason === "forbidden" && aboutThumbnail) return "thumbnail_not_allowed";
  return named ?? codeOfStatus(answer);
}

function codeOfStatus({ status, operation }: RefusedAnswer): PlatformErrorCode {
  switch (status) {
    case 401:
      return "access_expired";
    case 403:
      return "channel_forbidden";
    case 404:
    case 410:
      return missingCode(operation);
    case 409:
      return operation === "startSession" ? "unavailable" : "refused";
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
  if (operation === "sendPiece" || operation === "sessionStatus") return "session_gone";
  if (operation === "setThumbnail" || operation === "updateVideo") return "video_not_found";
  return "refused";
}

/** The value of a JSON text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
