import {
  attemptsExhausted,
  cancelled,
  cancelledKept,
  cancelling,
  each,
  inDoubt,
  inDoubtSeveral,
  reconnectNeeded,
  uploadUnfinished,
  visibilityRefused,
} from "./problem-codes.ts";
import { generalMessage, problemMessages } from "./problem-messages.ts";

/**
 * The message that users read for the code of a failed delivery or connection: the cause and the next step. `platform` is
 * the platform's name. Codes that are unknown here have a general message.
 */
export function problemMessage(code: string, platform: string): string {
  return (problemMessages.get(code) ?? generalMessage).replaceAll("{platform}", platform);
}

/** Temporary errors whose own message states what to do. */
const explained = new Set(["quota_exceeded", "upload_limit", "video_not_found", "unexpected"]);

/** The code to store for the error that ended a delivery. */
export function problemCodeOf({ kind, code }: { kind: string; code: string }): string {
  if (code === "access_expired") return reconnectNeeded;
  // The storage's own code.
  if (code === "missing") return "source_missing";
  return kind === "retry" && !explained.has(code) ? attemptsExhausted : code;
}

/**
 * What happened in a few words, for problems that the failed stage does not describe: trying again later does not solve
 * them. Null for others.
 */
export function problemHeadline(code: string, platform: string): string | null {
  const headline = headlines.get(code) ?? (code.startsWith("platform_") ? rejectedHeadline(code) : null);
  return headline?.replaceAll("{platform}", platform) ?? null;
}

const noAccess = "Reelay has no access to {platform}";

const headlines = new Map<string, string>([
  ...each(
    ["invalid_title", "invalid_description", "invalid_tags", "invalid_category", "invalid_language"],
    "{platform} refused the details",
  ),
  ...each(["invalid_metadata", "license_refused", "embedding_refused"], "{platform} refused the details"),
  ["privacy_refused", "{platform} refused the visibility"],
  ["invalid_publish_time", "{platform} refused the publish time"],
  ...each(["thumbnail_not_allowed", "thumbnail_invalid"], "{platform} refused the thumbnail"),
  ["thumbnail_missing", "The thumbnail is missing"],
  ...each([reconnectNeeded, "scope_missing", "no_channel", "channel_forbidden"], noAccess),
  ...each(["account_unusable", "bucket_not_found", "bucket_forbidden", "wrong_region"], noAccess),
  ...each(["client_settings", "api_not_enabled"], "This server is not set up for {platform}"),
  ["untrusted_session", "The upload address is not trusted"],
  ["refused", "{platform} refused the request"],
  ...each(["file_size", "media_refused"], "{platform} refused the file"),
  ["source_missing", "The approved video is missing"],
  ["source_changed", "The stored video has changed"],
  ...each([inDoubt, inDoubtSeveral], "The video may be on your channel already"),
  [uploadUnfinished, "{platform} created no video"],
  [visibilityRefused, "{platform} changed the visibility of the video"],
  ["platform_deleted", "The video was deleted at {platform}"],
  [cancelling, "Cancelling"],
  [cancelled, "Publishing was cancelled"],
  [cancelledKept, "Publishing was cancelled, the private video remains"],
]);

/** Reasons for which the platform could not process a file, unlike those for which it rejects a video. */
const unprocessable = new Set([
  ...["failed", "codec", "conversion", "transcodeFailed", "emptyFile", "invalidFile", "tooSmall"],
  ...["uploadAborted", "streamingFailed", "uploadFailed"],
]);

function rejectedHeadline(code: string): string {
  const reason = code.slice("platform_".length);
  return unprocessable.has(reason)
    ? "{platform} couldn't process the video"
    : "{platform} rejected the video";
}
