import { hour, minute } from "#core/time.ts";

/** How long before its end the creator is warned of a review window (decisions, "A task's life"). */
export const warnings = [2 * hour, 30 * minute] as const;

/** How far a version has come. Only one version of a task is in review at a time. */
export const versionStates = [
  "uploading",
  "preparing",
  "in_review",
  "approved",
  "rejected",
  "refused",
  "superseded",
  "expired",
] as const;
export type VersionState = (typeof versionStates)[number];

/** States of a version that still arrives; a task has at most one such. */
export const unfinishedStates = ["uploading", "preparing"] as const satisfies readonly VersionState[];

/** States in which the review window can run: in review, or approved after a publish that failed. */
export const clockStates = ["in_review", "approved"] as const satisfies readonly VersionState[];

/** States in which the version's video may be watched. */
export function watchable(state: VersionState): boolean {
  return state === "in_review" || state === "approved" || state === "rejected";
}
