import type { DeliveryStep } from "./progress.ts";

/** What a person can do about a delivery that stands still. */
export const recoveryActions = [
  "retry",
  "reconnect",
  "edit-details",
  "skip-thumbnail",
  "upload-again",
] as const;
export type RecoveryAction = (typeof recoveryActions)[number];

/** The video may or may not be on the platform already, and nobody but the person can tell. */
export const inDoubt = "in_doubt";

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
/** The file itself is at fault: only another version of the video helps. */
const needAnotherVideo = new Set(["source_changed", "source_missing", "file_size", "media_refused"]);

/** The ways out of a problem, the most promising first. */
export function recoveryActionsFor(problemCode: string, step: DeliveryStep): RecoveryAction[] {
  if (needAnotherVideo.has(problemCode)) return [];
  if (problemCode === inDoubt) return ["retry", "upload-again"];
  const first: RecoveryAction[] = needReconnection.has(problemCode)
    ? ["reconnect", "retry"]
    : needOtherDetails.has(problemCode)
      ? ["edit-details", "retry"]
      : ["retry"];
  return step === "thumbnail" ? [...first, "skip-thumbnail"] : first;
}
