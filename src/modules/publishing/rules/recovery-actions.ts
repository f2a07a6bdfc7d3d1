import { z } from "zod";

import { isCancelled } from "./problem-codes.ts";
import type { DeliveryStep } from "./progress.ts";

/** Recovery actions for a failed delivery, or for changes of a published video that were not sent. */
export const recoveryActions = [
  "edit-details",
  "choose-thumbnail",
  "change-visibility",
  "reconnect",
  "verify-channel",
  "open-studio",
  "contact-operator",
  "publish-again",
  "retry",
  "check-again",
  "skip-thumbnail",
  "upload-again",
  "accept-visibility",
  "send-back",
] as const;
export type RecoveryAction = (typeof recoveryActions)[number];
/** Recovery actions for a problem, the one that solves it first. Empty without a problem, or where nothing helps. */
export const recoveryActionList = z.array(z.enum(recoveryActions));
export type Actions = z.output<typeof recoveryActionList>;

/** The buttons of the actions. */
export const recoveryLabels = {
  "edit-details": "Edit details",
  "choose-thumbnail": "Choose another thumbnail",
  "change-visibility": "Change visibility",
  reconnect: "Reconnect",
  "verify-channel": "Verify the channel",
  "open-studio": "Open YouTube Studio",
  "contact-operator": "Contact the operator",
  "publish-again": "Publish again",
  retry: "Retry",
  "check-again": "Check again",
  "skip-thumbnail": "Publish without thumbnail",
  "upload-again": "Upload again",
  "accept-visibility": "Keep it {visibility}",
  "send-back": "Send back to the editor",
} as const satisfies Record<RecoveryAction, string>;

/** The actions of several problems of a published video in one row, the one that solves most of them first. */
export function mergedActions(problems: readonly Actions[]): RecoveryAction[] {
  const all = new Set(problems.flat());
  return recoveryActions.filter((action) => all.has(action));
}

/** Whether the form of the video's details solves a problem. */
export function isSolvedByDetails({ recoveryActions: [first] }: { recoveryActions: Actions }): boolean {
  return first === "edit-details" || first === "choose-thumbnail";
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
