import {
  cancelled,
  cancelledKept,
  cancelling,
  inDoubt,
  inDoubtSeveral,
  isCancelled,
  visibilityRefused,
} from "./problem-codes.ts";
import type { DeliveryStep } from "./progress.ts";

/** What the creator can do about a failed delivery. */
export const recoveryActions = [
  "retry",
  "check-again",
  "reconnect",
  "edit-details",
  "skip-thumbnail",
  "upload-again",
  "accept-visibility",
  "send-back",
] as const;
export type RecoveryAction = (typeof recoveryActions)[number];

/** The buttons of the actions. */
export const recoveryLabels = {
  retry: "Retry",
  "check-again": "Check again",
  reconnect: "Reconnect",
  "edit-details": "Edit details",
  "skip-thumbnail": "Publish without thumbnail",
  "upload-again": "Upload again",
  "accept-visibility": "Keep it {visibility}",
  "send-back": "Send back to the editor",
} as const satisfies Record<RecoveryAction, string>;

const needReconnection = new Set([
  "reconnect_needed",
  "scope_missing",
  "no_refresh_token",
  "no_channel",
  "channel_forbidden",
  "account_unusable",
  "authorization_failed",
  "bucket_not_found",
  "bucket_forbidden",
  "wrong_region",
]);
const needOtherDetails = new Set([
  "invalid_title",
  "invalid_description",
  "invalid_tags",
  "invalid_category",
  "invalid_language",
  "invalid_metadata",
  "license_refused",
  "embedding_refused",
  "thumbnail_invalid",
  "thumbnail_missing",
]);
/** Problems after whose own actions the platform is not simply asked again. */
const actionsOf = new Map<string, RecoveryAction[]>([
  ...each(["source_changed", "source_missing", "file_size", "media_refused"], ["send-back"]),
  ...each([inDoubt, inDoubtSeveral], ["retry", "upload-again"]),
  [visibilityRefused, ["retry", "accept-visibility"]],
  [cancelling, []],
  [cancelled, ["retry", "send-back"]],
  [cancelledKept, ["retry", "send-back"]],
  ...each(
    [
      ...["platform_failed", "platform_codec", "platform_conversion", "platform_transcodeFailed"],
      ...["platform_emptyFile", "platform_invalidFile", "platform_tooSmall", "platform_streamingFailed"],
    ],
    ["send-back"],
  ),
  ...each(
    ["platform_uploadAborted", "platform_uploadFailed", "platform_deleted"],
    ["upload-again", "send-back"],
  ),
  ...each(["platform_length", "platform_duplicate"], ["upload-again", "send-back"]),
  ...each(
    ["platform_uploaderAccountClosed", "platform_uploaderAccountSuspended"],
    ["reconnect", "upload-again"],
  ),
]);

/** The actions for a problem code at a step, the most promising first. */
export function recoveryActionsFor(problemCode: string, step: DeliveryStep): RecoveryAction[] {
  const own = actionsOf.get(problemCode);
  if (own) return own;
  if (problemCode.startsWith("platform_")) return ["send-back", "check-again"];
  const first: RecoveryAction[] = needReconnection.has(problemCode)
    ? ["reconnect", "retry"]
    : needOtherDetails.has(problemCode)
      ? ["edit-details", "retry"]
      : ["retry"];
  return step === "thumbnail" ? [...first, "skip-thumbnail"] : first;
}

/** Whether a delivery can be cancelled: while its video is private, or after it has failed. */
export function isCancellable({
  step,
  problemCode,
}: {
  step: DeliveryStep;
  problemCode: string | null;
}): boolean {
  if (problemCode !== null) return !isCancelled(problemCode);
  return step === "upload" || step === "thumbnail";
}

function each(codes: readonly string[], actions: RecoveryAction[]): [string, RecoveryAction[]][] {
  return codes.map((code) => [code, actions]);
}
