import type { NotificationKind } from "../contract.ts";

export type ReviewOutcome = "approved" | "changes_requested" | "expired" | "extended";

/** Kinds that ask the creator for a decision on a version. Their descriptions begin with `aboutVersion`. */
export const requestKinds: NotificationKind[] = ["ready_to_review", "window_closing", "extension_requested"];

export function aboutVersion(version: number): string {
  return `Version ${version} `;
}

/** The text of a request after the review of the version has ended. */
export function resolvedRequest(
  task: { taskTitle: string },
  version: number,
  outcome: ReviewOutcome,
): { title: string; description: string } {
  const { title, result } = outcomes[outcome];
  return { title: `${title}: ${task.taskTitle}`, description: `${aboutVersion(version)}${result}` };
}

const outcomes: Record<ReviewOutcome, { title: string; result: string }> = {
  approved: { title: "Approved", result: "was approved." },
  changes_requested: { title: "Changes requested", result: "was reviewed. You requested changes." },
  extended: { title: "Review extended", result: "is in review. You extended its review window." },
  expired: { title: "Review ended", result: "expired without a decision." },
};
