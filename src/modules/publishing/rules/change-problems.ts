import { attemptsExhausted, visibilityRefused } from "./problem-codes.ts";
import { problemMessage } from "./problems.ts";

/** The video of a finished delivery no longer exists at the platform. */
export const videoDeleted = "video_deleted";

/** Temporary errors that last for hours: the creator is asked instead of waiting for many attempts. */
const lasting = new Set(["quota_exceeded", "upload_limit"]);

/** Whether the server tries again by itself to send changed details after this error. */
export function isRetriedChange({ kind, code }: { kind: string; code: string }): boolean {
  return kind === "retry" && !lasting.has(code) && code !== "access_expired";
}

/** Problems whose message for a running delivery doesn't fit a published video. */
const messages = new Map([
  [attemptsExhausted, "{platform} still fails after many attempts. Your changes are saved. Try again later."],
  ["unexpected", "Something went wrong on our side and was logged. Your changes are saved. Try again."],
  [
    "quota_exceeded",
    "This server has used up today's quota of {platform}. Try again after midnight Pacific time.",
  ],
  [
    videoDeleted,
    "{platform} no longer has this video: it was deleted there. Your changes are saved, but can't be sent.",
  ],
  [
    visibilityRefused,
    "{platform} kept another visibility than the one you chose. Your other changes were sent. See your account at {platform} for the reason, then try again or choose another visibility.",
  ],
  [
    "thumbnail_not_allowed",
    "Your other changes were sent. This channel can't use custom thumbnails until its phone number is verified at https://www.youtube.com/verify (takes up to 24 hours). Verify it, then try again.",
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
