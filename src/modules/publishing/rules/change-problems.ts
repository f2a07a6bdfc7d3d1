import { attemptsExhausted, videoDeleted, visibilityRefused } from "./problem-codes.ts";
import { problemMessage } from "./problems.ts";

/** Temporary errors that last for hours: the creator is asked instead of waiting for many attempts. */
const lasting = new Set(["quota_exceeded", "upload_limit"]);

/** Whether the server tries again by itself to send changed details after this error. */
export function isRetriedChange({ kind, code }: { kind: string; code: string }): boolean {
  return kind === "retry" && !lasting.has(code) && code !== "access_expired";
}

/** Problems whose message for a running delivery doesn't fit a published video. */
const messages = new Map([
  [attemptsExhausted, "{platform} still fails after many attempts. Your changes are saved. Retry later."],
  [
    "unexpected",
    "Something went wrong on our side and was logged. Your changes are saved. Retry to send them.",
  ],
  [
    "quota_exceeded",
    "This server has used up today's quota of {platform}. It renews at midnight Pacific time. Retry then.",
  ],
  [
    videoDeleted,
    "{platform} no longer has this video: it was deleted there. Your changes are saved in Reelay only.",
  ],
  [
    visibilityRefused,
    "{platform} kept another visibility than the one you chose. Your other changes were sent. Choose the visibility again, or see your account at {platform} for the reason and retry.",
  ],
  [
    "thumbnail_not_allowed",
    "Your other changes were sent. This channel can't use custom thumbnails until its phone number is verified at https://www.youtube.com/verify (takes up to 24 hours). Verify it, then retry.",
  ],
  [
    "thumbnail_invalid",
    "Your other changes were sent. {platform} can't read this thumbnail. Choose another JPEG or PNG image.",
  ],
  [
    "thumbnail_missing",
    "Your other changes were sent. The thumbnail is no longer on the server. Choose it again.",
  ],
]);

/** The cause and the next step of changed details that were not sent. */
export function changeProblemMessage(code: string, platform: string): string {
  return messages.get(code)?.replaceAll("{platform}", platform) ?? problemMessage(code, platform);
}
