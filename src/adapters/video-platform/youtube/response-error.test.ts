import { describe, expect, it } from "vitest";

import type { Operation } from "../http.ts";
import { readReason, responseError } from "./response-error.ts";
import { refusedFor } from "./test-platform.ts";

const now = new Date("2026-12-01T07:00:00Z");

function failureOf(operation: Operation, status: number, body = "", retryAfter?: string) {
  return responseError({ operation, status, body, retryAfter }, "YouTube", now);
}

function envelope(status: number, reason: string, domain?: string): string {
  return JSON.stringify(refusedFor(status, reason, domain).body);
}

describe("errors decided by reason", () => {
  const cases: [Operation, number, string, string, string][] = [
    ["openSession", 401, "youtubeSignupRequired", "no_channel", "needs-user"],
    ["openSession", 401, "authError", "access_expired", "retry"],
    ["openSession", 403, "insufficientPermissions", "scope_missing", "needs-user"],
    ["openSession", 403, "accessNotConfigured", "api_not_enabled", "needs-user"],
    ["openSession", 403, "quotaExceeded", "quota_exceeded", "retry"],
    ["channel", 403, "dailyLimitExceeded", "quota_exceeded", "retry"],
    ["video", 403, "rateLimitExceeded", "rate_limited", "retry"],
    ["video", 403, "userRateLimitExceeded", "rate_limited", "retry"],
    ["video", 429, "rateLimitExceeded", "rate_limited", "retry"],
    ["setThumbnail", 429, "uploadRateLimitExceeded", "rate_limited", "retry"],
    ["openSession", 400, "uploadLimitExceeded", "upload_limit", "retry"],
    ["openSession", 403, "forbidden", "channel_forbidden", "needs-user"],
    ["channel", 403, "accountDelegationForbidden", "channel_forbidden", "needs-user"],
    ["channel", 403, "authenticatedUserAccountClosed", "account_unusable", "needs-user"],
    ["channel", 403, "authenticatedUserAccountSuspended", "account_unusable", "needs-user"],
    ["channel", 403, "authenticatedUserNotChannel", "no_channel", "needs-user"],
    ["openSession", 400, "invalidTitle", "invalid_title", "needs-user"],
    ["openSession", 400, "invalidDescription", "invalid_description", "needs-user"],
    ["openSession", 400, "invalidTags", "invalid_tags", "needs-user"],
    ["openSession", 400, "invalidCategoryId", "invalid_category", "needs-user"],
    ["openSession", 400, "invalidPublishAt", "invalid_publish_time", "needs-user"],
    ["updateVideo", 400, "invalidPublishScheduleForVideo", "invalid_publish_time", "needs-user"],
    ["openSession", 400, "invalidVideoMetadata", "invalid_metadata", "needs-user"],
    ["openSession", 400, "defaultLanguageNotSet", "invalid_language", "needs-user"],
    ["openSession", 403, "forbiddenPrivacySetting", "privacy_refused", "needs-user"],
    ["openSession", 403, "forbiddenLicenseSetting", "license_refused", "needs-user"],
    ["updateVideo", 403, "forbiddenEmbedSetting", "embedding_refused", "needs-user"],
    ["updateVideo", 404, "videoNotFound", "video_not_found", "retry"],
    ["setThumbnail", 404, "videoNotFound", "video_not_found", "retry"],
    ["setThumbnail", 400, "invalidImage", "thumbnail_invalid", "needs-user"],
    ["sendChunk", 400, "badContent", "media_refused", "permanent"],
    ["sendChunk", 416, "requestedRangeNotSatisfiable", "range_refused", "retry"],
    ["openSession", 400, "wrongUrlForUpload", "refused", "permanent"],
    ["openSession", 400, "notUpload", "refused", "permanent"],
    ["openSession", 400, "mediaBodyRequired", "refused", "permanent"],
    ["video", 400, "missingRequiredParameter", "refused", "permanent"],
    ["video", 503, "backendError", "unavailable", "retry"],
  ];

  it.each(cases)("%s, %i %s is %s", (operation, status, reason, code, kind) => {
    expect(failureOf(operation, status, envelope(status, reason))).toMatchObject({ code, kind });
  });

  it("recognizes a thumbnail that is forbidden because the phone number is not verified", () => {
    const failure = failureOf("setThumbnail", 403, envelope(403, "forbidden", "youtube.thumbnail"));
    expect(failure).toMatchObject({ code: "thumbnail_not_allowed", kind: "needs-user" });
  });

  it("reads the newer details and status if there are no errors", () => {
    const disabled = {
      error: { code: 403, status: "PERMISSION_DENIED", details: [{ reason: "SERVICE_DISABLED" }] },
    };
    expect(readReason(JSON.stringify(disabled))).toMatchObject({ reason: "SERVICE_DISABLED" });
    expect(failureOf("channel", 403, JSON.stringify(disabled)).code).toBe("api_not_enabled");
    expect(readReason('{"error":{"code":409,"status":"ALREADY_EXISTS"}}')).toEqual({
      reason: "ALREADY_EXISTS",
    });
  });
});

describe("errors decided by status", () => {
  const html = "<!doctype html><title>Error</title>";
  const cases: [Operation, number, string, string][] = [
    ["sendChunk", 401, "access_expired", "retry"],
    ["sendChunk", 404, "session_gone", "retry"],
    ["sendChunk", 410, "session_gone", "retry"],
    ["sendChunk", 408, "unavailable", "retry"],
    ["sendChunk", 416, "range_refused", "retry"],
    ["sendChunk", 429, "rate_limited", "retry"],
    ["sendChunk", 500, "unavailable", "retry"],
    ["sendChunk", 502, "unavailable", "retry"],
    ["sendChunk", 503, "unavailable", "retry"],
    ["sendChunk", 504, "unavailable", "retry"],
    ["sendChunk", 501, "refused", "permanent"],
    ["sendChunk", 400, "refused", "permanent"],
    ["sendChunk", 302, "refused", "permanent"],
    ["openSession", 409, "unavailable", "retry"],
    ["openSession", 404, "refused", "permanent"],
    ["openSession", 403, "channel_forbidden", "needs-user"],
  ];

  it.each(cases)("%s, %i without a readable body is %s", (operation, status, code, kind) => {
    expect(failureOf(operation, status, html)).toMatchObject({ code, kind });
    expect(failureOf(operation, status, "")).toMatchObject({ code, kind });
  });
});

describe("the delay before the next attempt", () => {
  it("is what the platform requests, in seconds or as a date", () => {
    expect(failureOf("sendChunk", 503, "", "7").retryAfterSeconds).toBe(7);
    expect(failureOf("sendChunk", 429, "", "Tue, 01 Dec 2026 07:00:20 GMT").retryAfterSeconds).toBe(20);
    expect(failureOf("sendChunk", 503).retryAfterSeconds).toBeUndefined();
  });

  it("is midnight Pacific time for quota and a day for the channel's limit", () => {
    expect(failureOf("openSession", 403, envelope(403, "quotaExceeded")).retryAfterSeconds).toBe(3600);
    expect(failureOf("openSession", 400, envelope(400, "uploadLimitExceeded")).retryAfterSeconds).toBe(
      86_400,
    );
  });
});

describe("the message", () => {
  it("names the platform and the code, and nothing of the response", () => {
    const secret = JSON.stringify({
      error: {
        code: 400,
        message: "token ya29.x",
        errors: [{ reason: "invalidTitle", message: "upload_id=1" }],
      },
    });
    const failure = failureOf("openSession", 400, secret);
    expect(failure.message).toBe("YouTube: invalid_title");
  });
});
