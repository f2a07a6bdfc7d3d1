import type { HistoryEntry, HistoryKind } from "./contract.ts";

const texts: Record<HistoryKind, (version: string, count: number) => string> = {
  assigned: () => "Task assigned",
  reassigned: () => "Editor changed",
  declined: () => "Task declined",
  in_review: (version) => `${version} is ready for review`,
  refused: (version) => `${version} can't be used`,
  commented: (version, count) => `${count === 1 ? "1 comment" : `${count} comments`} on ${version}`,
  changes_requested: (version) => `Changes requested to ${version}`,
  approved: (version) => `${version} approved`,
  approval_undone: (version) => `${version} is back in review`,
  window_extended: (version) => `Review window of ${version} extended`,
  expired: (version) => `Review window of ${version} ended`,
  publishing: () => "Publishing started",
  publish_failed: () => "Publishing failed",
  published: () => "Published",
  details_changed: () => "Details of the published video changed",
  cancelled: () => "Task cancelled",
};

/** The text of an entry, such as `7 comments on version 2`. */
export function historyText({
  kind,
  version,
  count,
}: Pick<HistoryEntry, "kind" | "version" | "count">): string {
  const text = texts[kind](version === null ? "a version" : `version ${version}`, count);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
