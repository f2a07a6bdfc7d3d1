import { describe, expect, it } from "vitest";

import { responseError, type Operation, readReason } from "./answer-failures.ts";
import { failureCatalogue } from "./failure-catalogue.ts";
import { refusedFor } from "./scripted-platform.ts";

const now = new Date("2026-12-01T07:00:00Z");

function failureOf(operation: Operation, status: number, body = "", retryAfter?: string) {
  return responseError({ operation, status, body, retryAfter }, "YouTube", now);
}

function envelope(status: number, reason: string, domain?: string): string {
  return JSON.stringify(refusedFor(status, reason, domain).body);
}

describe("failures decided by reason", () => {
  const cases: [Operation, number, string, string, string][] = [
    ["startSession", 401, "youtubeSignupRequired", "no_channel", "needs-user"],
    ["startSession", 401, "authError", "access_expired", "retry"],
    ["startSession", 403, "insufficientPermissions", "scope_missing", "needs-user"],
    ["startSession", 403, "accessNotConfigured", "api_not_enabled", "needs-user"],
    ["startSession", 403, "quotaExceeded", "quota_exceeded", "retry"],
    ["channel", 403, "dailyLimitExceeded", "quota_exceeded", "retry"],
    ["video", 403, "rateLimitExceeded", "rate_limited", "retry"],
    ["video", 403, "userRateLimitExceeded", "rate_limited", "retry"],
    ["video", 429, "rateLimitExceeded", "rate_limited", "retry"],
    ["setThumbnail", 429, "uploadRateLimitExceeded", "rate_limited", "retry"],
    ["startSession", 400, "uploadLimitExceeded", "upload_limit", "retry"],
    ["startSession", 403, "forbidden", "channel_forbidden", "needs-user"],
    ["channel", 403, "accountDelegationForbidden", "channel_forbidden", "needs-user"],
    ["channel", 403, "authenticatedUserAccountClosed", "account_unusable", "needs-user"],
    ["channel", 403, "authenticatedUserAccountSuspended", "account_unusable", "needs-user"],
    ["channel", 403, "authenticatedUserNotChannel", "no_channel", "needs-user"],
    ["startSession", 400, "invalidTitle", "invalid_title", "needs-user"],
    ["startSession", 400, "invalidDescription", "invalid_description", "needs-user"],
    ["startSession", 400, "invalidTags", "invalid_tags", "needs-user"],
    ["startSession", 400, "invalidCategoryId", "invalid_category", "needs-user"],
    ["startSession", 400, "invalidPublishAt", "invalid_publish_time", "needs-user"],
    ["updateVideo", 400, "invalidPublishScheduleForVideo", "invalid_publish_time", "needs-user"],
    ["startSession", 400, "invalidVideoMetadata", "invalid_metadata", "needs-user"],
    ["startSession", 400, "defaultLanguageNotSet", "invalid_language", "needs-user"],
    ["startSession", 403, "forbiddenPrivacySetting", "privacy_refused", "needs-user"],
    ["startSession", 403, "forbiddenLicenseSetting", "license_refused", "needs-user"],
    ["updateVideo", 403, "forbiddenEmbedSetting", "embedding_refused", "needs-user"],
    ["updateVideo", 404, "videoNotFound", "video_not_found", "retry"],
    ["setThumbnail", 404, "videoNotFound", "video_not_found", "retry"],
    ["setThumbnail", 400, "invalidImage", "thumbnail_invalid", "needs-user"],
    ["sendPiece", 400, "badContent", "media_refused", "permanent"],
    ["sendPiece", 416, "requestedRangeNotSatisfiable", "range_refused", "retry"],
    ["startSession", 400, "wrongUrlForUpload", "refused", "permanent"],
    ["startSession", 400, "notUpload", "refused", "permanent"],
    ["startSession", 400, "mediaBodyRequired", "refused", "permanent"],
    ["video", 400, "missingRequiredParameter", "refused", "permanent"],
    ["video", 503, "backendError", "unavailable", "retry"],
  ];

  it.each(cases)("%s, %i %s is %s", (operation, status, reason, code, kind) => {
    expect(failureOf(operation, status, envelope(status, reason))).toMatchObject({ code, kind });
  });

  it("know a thumbnail that is forbidden for want of a verified phone", () => {
    const failure = failureOf("setThumbnail", 403, envelope(403, "forbidden", "youtube.thumbnail"));
    expect(failure).toMatchObject({ code: "thumbnail_not_allowed", kind: "needs-user" });
    expect(failure.message).toContain("https://www.youtube.com/verify");
    expect(failure.message).toContain("publish without the thumbnail");
  });

  it("read the newer details and status where there are no errors", () => {
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

describe("failures decided by status", () => {
  const html = "<!doctype html><title>Error</title>";
  const cases: [Operation, number, string, string][] = [
    ["sendPiece", 401, "access_expired", "retry"],
    ["sendPiece", 404, "session_gone", "retry"],
    ["sendPiece", 410, "session_gone", "retry"],
    ["sendPiece", 408, "unavailable", "retry"],
    ["sendPiece", 416, "range_refused", "retry"],
    ["sendPiece", 429, "rate_limited", "retry"],
    ["sendPiece", 500, "unavailable", "retry"],
    ["sendPiece", 502, "unavailable", "retry"],
    ["sendPiece", 503, "unavailable", "retry"],
    ["sendPiece", 504, "unavailable", "retry"],
    ["sendPiece", 501, "refused", "permanent"],
    ["sendPiece", 400, "refused", "permanent"],
    ["sendPiece", 302, "refused", "permanent"],
    ["startSession", 409, "unavailable", "retry"],
    ["startSession", 404, "refused", "permanent"],
    ["startSession", 403, "channel_forbidden", "needs-user"],
  ];

  it.each(cases)("%s, %i without a readable body is %s", (operation, status, code, kind) => {
    expect(failureOf(operation, status, html)).toMatchObject({ code, kind });
    expect(failureOf(operation, status, "")).toMatchObject({ code, kind });
  });
});

describe("the wait before the next try", () => {
  it("is what the platform asks for, in seconds or as a date", () => {
    expect(failureOf("sendPiece", 503, "", "7").retryAfterSeconds).toBe(7);
    expect(failureOf("sendPiece", 429, "", "Tue, 01 Dec 2026 07:00:20 GMT").retryAfterSeconds).toBe(20);
    expect(failureOf("sendPiece", 503).retryAfterSeconds).toBeUndefined();
  });

  it("is midnight Pacific time for quota and a day for the channel's limit", () => {
    expect(failureOf("startSession", 403, envelope(403, "quotaExceeded")).retryAfterSeconds).toBe(3600);
    expect(failureOf("startSession", 400, envelope(400, "uploadLimitExceeded")).retryAfterSeconds).toBe(
      86_400,
    );
  });
});

describe("sentences", () => {
  it("name the platform and never the words of its answer", () => {
    const secret = JSON.stringify({
      error: {
        code: 400,
        message: "token ya29.x",
        errors: [{ reason: "invalidTitle", message: "upload_id=1" }],
      },
    });
    const failure = failureOf("startSession", 400, secret);
    expect(failure.message).toBe("YouTube refused the title. Use 1 to 100 characters, without < and >.");
  });

  it("are whole sentences", () => {
    for (const { message } of Object.values(failureCatalogue)) expect(message).toMatch(/^[A-Z{].*\.$/s);
  });
});
