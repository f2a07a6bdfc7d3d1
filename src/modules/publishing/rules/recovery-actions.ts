import type { DeliveryStep } from "./progress.ts";

/** What the creator can do about a failed delivery. */
export const recoveryActions = [
  "retry",
  "reconnect",
  "edit-details",
  "skip-thumbnail",
  "upload-again",
] as const;
export type RecoveryAction = (typeof recoveryActions)[number];

/** The video may be on the platform already; only the user can find out. */
export const inDoubt = "in_doubt";
/** Several videos on the platform match the upload. */
export const inDoubtSeveral = "in_doubt_several";

const needReconnection = new Set([
  "reconnect_needed",
  "scope_missing",
  "no_refresh_token",
  "no_channel",
  "channel_forbidden",
  "account_unusable",
  "authorization_failed",
]);
const needOtherDetails = new Set([
  "invalid_title",
  "invalid_description",
  "invalid_tags",
  "invalid_metadata",
  "thumbnail_invalid",
  "thumbnail_missing",
]);
/** Only another version of the video helps. */
const needAnotherVideo = new Set(["source_changed", "source_missing", "file_size", "media_refused"]);

/** The actions for a problem code at a step, the most promising first. */
export function recoveryActionsFor(problemCode: string, step: DeliveryStep): RecoveryAction[] {
  if (needAnotherVideo.has(problemCode)) return [];
  if (problemCode === inDoubt || problemCode === inDoubtSeveral) return ["retry", "upload-again"];
  const first: RecoveryAction[] = needReconnection.has(problemCode)
    ? ["reconnect", "retry"]
    : needOtherDetails.has(problemCode)
      ? ["edit-details", "retry"]
      : ["retry"];
  return step === "thumbnail" ? [...first, "skip-thumbnail"] : first;
}
