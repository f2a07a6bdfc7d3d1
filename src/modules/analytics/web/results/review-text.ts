import type { RetentionMark } from "#modules/analytics/contract/retention.ts";
import type { ReviewComment } from "#modules/analytics/contract/videos.ts";
import { formatMediaTime } from "#ui/format.ts";

import { formatShare } from "../figures/format-figures.ts";

/** The change of a mark: `38% left`, `12% more watched`. */
export function changeText({ kind, change }: RetentionMark): string {
  return kind === "drop" ? `${formatShare(-change)} left` : `${formatShare(change)} more watched`;
}

/** The part of the video that a mark is about: `between 1:12 and 1:20`. */
export function spanText({ seconds, endSeconds }: RetentionMark): string {
  const [from, to] = [formatMediaTime(seconds), formatMediaTime(endSeconds)];
  return from === to ? `at ${from}` : `between ${from} and ${to}`;
}

/** The author of a comment, its time and its outcome: `Comment by Meera at 1:14, marked done in v3`. */
export function commentText({ author, seconds, done, resolved, version }: ReviewComment): string {
  const outcome = done ? `marked done in v${done.version}` : resolved ? "resolved" : `open in v${version}`;
  return `Comment by ${author.name} at ${formatMediaTime(seconds)}, ${outcome}`;
}
