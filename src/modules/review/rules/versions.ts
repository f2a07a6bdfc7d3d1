import { day, hour, minute } from "#core/time.ts";
import { mayUpload, type Stage } from "#modules/tasks/rules/stages.ts";

/** The creator is warned this long before the end of a review window. */
export const warnings = [2 * hour, 30 * minute] as const;

/** The video is deleted this long after its publication; the poster stays. */
export const keepPublished = 7 * day;

/** States of a version. At most one version of a task is in review at a time. */
export const versionStates = [
  "uploading",
  "preparing",
  "in_review",
  "approved",
  "rejected",
  "refused",
  "superseded",
  "withdrawn",
  "expired",
] as const;
export type VersionState = (typeof versionStates)[number];

/** Number of newest versions that lists of a task have. */
export const listedVersions = 100;

/** States of a version before review; a task has at most one such version. */
export const unfinishedStates = ["uploading", "preparing"] as const satisfies readonly VersionState[];

/** States in which the review window can run: in review, or approved after a failed publication. */
export const clockStates = ["in_review", "approved"] as const satisfies readonly VersionState[];

/** States in which the version's video can be watched. */
export const watchableStates = [
  "in_review",
  "approved",
  "rejected",
] as const satisfies readonly VersionState[];

/** Whether the version's video can be watched. */
export function watchable(state: VersionState): boolean {
  return watchableStates.some((one) => one === state);
}

/** The newest upload of a task: why it was refused, or null while it is being prepared. */
interface Arrival {
  refusal: string | null;
}

/** Whether the editor has to upload a version: the task is waiting for one, and none is being prepared. */
export function waitsForUpload(task: { stage: Stage; arrival: Arrival | null }): boolean {
  const preparing = task.arrival !== null && task.arrival.refusal === null;
  return mayUpload(task.stage) && !preparing;
}

/** Whether the task is waiting for an upload because the review window of its last version ended. */
export function isWindowOver(task: { stage: Stage; version: number; arrival: object | null }): boolean {
  return task.stage === "assigned" && task.version > 0 && task.arrival === null;
}

/** States of a version without a decision, in which it can be withdrawn. */
export const undecidedStates = [...unfinishedStates, "in_review"] as const satisfies readonly VersionState[];

/** Characters of the reason for withdrawing a version. */
export const maxWithdrawalReason = 500;

/** Characters of a version's feedback that are shown before it is expanded. */
export const feedbackExcerpt = 300;
