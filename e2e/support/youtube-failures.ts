import { quotaRenewsSoon } from "#testing/quota-renewal.ts";

import type { Failure } from "./failures.ts";

const cancel = "Cancel publishing";
const retry = ["Retry", cancel];
const details = ["Edit details", cancel];
const visibility = ["Change visibility", cancel];
const operator = ["Contact the operator", "Retry", cancel];
const reconnect = ["Reconnect", "Retry", cancel];
const sendBack = ["Send back to the editor", cancel];

function refusal(status: number, reason: string, on = "start"): object[] {
  return [{ kind: "error", on, status, reason }];
}

/** The client of this server is refused when it renews the access. */
const clientRefused = (error: string) => ({ kind: "token_error", error, status: 401 });

/**
 * Failures before the first byte, one after the other on one delivery. Neighbours have different messages: the last one
 * stays until the next.
 */
export const startFailures: Failure[] = [
  { code: "upload_limit", rules: [{ kind: "upload_limit" }], actions: retry },
  ...(quotaRenewsSoon()
    ? []
    : [{ code: "quota_exceeded", rules: [{ kind: "quota_exceeded" }], actions: retry }]),
  {
    code: "attempts_exhausted",
    rules: [{ kind: "server_errors", on: "start", retryAfter: 700 }],
    actions: retry,
  },
  { code: "invalid_title", rules: refusal(400, "invalidTitle"), actions: details },
  { code: "invalid_description", rules: refusal(400, "invalidDescription"), actions: details },
  { code: "invalid_tags", rules: refusal(400, "invalidTags"), actions: details },
  { code: "invalid_category", rules: refusal(400, "invalidCategoryId"), actions: details },
  { code: "invalid_language", rules: refusal(400, "defaultLanguageNotSet"), actions: details },
  { code: "invalid_metadata", rules: refusal(400, "invalidVideoMetadata"), actions: details },
  { code: "invalid_publish_time", rules: refusal(400, "invalidPublishAt"), actions: visibility },
  { code: "privacy_refused", rules: refusal(403, "forbiddenPrivacySetting"), actions: visibility },
  { code: "license_refused", rules: refusal(403, "forbiddenLicenseSetting"), actions: details },
  {
    code: "client_settings",
    rules: [{ kind: "expired_token" }, clientRefused("invalid_client")],
    actions: operator,
  },
  { code: "api_not_enabled", rules: refusal(403, "accessNotConfigured"), actions: operator },
  // The access is still to be renewed.
  { code: "client_settings", rules: [clientRefused("deleted_client")], actions: operator },
  { code: "media_refused", rules: refusal(400, "badContent"), actions: sendBack },
  { code: "refused", rules: refusal(400, "unexpectedParameter"), actions: operator },
  { code: "untrusted_session", rules: [{ kind: "foreign_session" }], actions: operator },
  { code: "channel_forbidden", rules: refusal(403, "forbidden"), actions: reconnect },
  { code: "no_channel", rules: refusal(401, "youtubeSignupRequired"), actions: reconnect },
  {
    code: "account_unusable",
    rules: refusal(403, "authenticatedUserAccountSuspended"),
    actions: reconnect,
  },
  { code: "scope_missing", rules: refusal(403, "insufficientPermissions"), actions: reconnect },
  {
    code: "reconnect_needed",
    rules: [{ kind: "expired_token" }, { kind: "revoked_consent" }],
    actions: reconnect,
  },
];

function interrupted(status: number, reason: string): object {
  return { kind: "error", on: "bytes", status, reason, retryAfter: 300 };
}

/** What interrupts the bytes. The platform names no time for the last ones, whose waits have become long by then. */
export const interruptions: { code: string; rule: object }[] = [
  { code: "rate_limited", rule: interrupted(429, "rateLimitExceeded") },
  { code: "access_expired", rule: interrupted(401, "authError") },
  { code: "range_refused", rule: interrupted(416, "requestedRangeNotSatisfiable") },
  { code: "unreachable", rule: { kind: "dropped_connection", bytes: 1 } },
  { code: "outcome_unknown", rule: { kind: "wrong_range" } },
  { code: "no_progress", rule: { kind: "partial_308", keep: 0 } },
  { code: "session_gone", rule: { kind: "session_gone", after: 1, retryAfter: 300 } },
];

const skip = "Publish without thumbnail";
const verify = "Verify the channel (opens in a new tab)";

/** Failures of the thumbnail, the first of which after the upload. */
export const thumbnailFailures: Failure[] = [
  {
    code: "thumbnail_not_allowed",
    rules: [{ kind: "refused_thumbnail" }],
    actions: [skip, verify, "Retry", cancel],
  },
  {
    code: "thumbnail_invalid",
    rules: refusal(400, "invalidImage", "thumbnail"),
    actions: ["Choose another thumbnail", skip, cancel],
  },
  {
    code: "video_not_found",
    rules: [{ kind: "error", on: "thumbnail", status: 404, reason: "videoNotFound", retryAfter: 900 }],
    actions: ["Retry", skip, cancel],
  },
];

/** After the thumbnail. */
export const embeddingFailure: Failure = {
  code: "embedding_refused",
  rules: refusal(403, "forbiddenEmbedSetting", "api"),
  actions: details,
};

/** What becomes of a video that the platform has. */
export interface Outcome {
  code: string;
  outcome: "failed" | "rejected" | "deleted";
  /** The platform's own reason. */
  reason?: string;
  actions: string[];
}

const uploadAgain = ["Upload again", ...sendBack];

function failed(actions: string[], ...reasons: string[]): Outcome[] {
  return reasons.map((reason) => ({ code: `platform_${reason}`, outcome: "failed", reason, actions }));
}

function rejected(actions: string[], ...reasons: string[]): Outcome[] {
  return reasons.map((reason) => ({ code: `platform_${reason}`, outcome: "rejected", reason, actions }));
}

const checkAgain = ["Send back to the editor", "Check again", cancel];
const otherChannel = ["Reconnect", "Upload again", cancel];

export const outcomes: Outcome[] = [
  ...failed(sendBack, "conversion", "emptyFile", "invalidFile", "tooSmall", "transcodeFailed"),
  ...failed(sendBack, "streamingFailed"),
  ...failed(uploadAgain, "uploadFailed"),
  { code: "platform_failed", outcome: "failed", actions: sendBack },
  { code: "platform_deleted", outcome: "deleted", actions: uploadAgain },
  ...rejected([verify, ...uploadAgain], "length"),
  ...rejected(uploadAgain, "duplicate"),
  ...rejected(checkAgain, "claim", "copyright", "inappropriate", "legal"),
  ...rejected(otherChannel, "uploaderAccountClosed"),
  ...rejected(checkAgain, "termsOfUse", "trademark"),
  ...rejected(otherChannel, "uploaderAccountSuspended"),
  { code: "platform_rejected", outcome: "rejected", actions: checkAgain },
  ...failed(uploadAgain, "uploadAborted"),
];

/** After the last of `outcomes` the video is uploaded again, and fails for its codec. */
export const codecFailure: Outcome = {
  ...{ code: "platform_codec", outcome: "failed", reason: "codec", actions: sendBack },
};
