import { formatMediaTime } from "#core/time.ts";
import type { RetentionMark } from "#modules/analytics/contract/retention.ts";
import type { ReviewComment } from "#modules/analytics/contract/videos.ts";

import { formatShare } from "../figures/format-figures.ts";

/** The change of a mark: `38% stopped watching`, `12% more views`. */
export function changeText({ kind, change }: RetentionMark): string {
  return kind === "drop" ? `${formatShare(-change)} stopped watching` : `${formatShare(change)} more views`;
}

/** The part of the video that a mark is about: `at 1:12`, `between 1:12 and 1:20`. */
export function markSpanText({ seconds, endSeconds }: RetentionMark): string {
  const [from, to] = [formatMediaTime(seconds), formatMediaTime(endSeconds)];
  // An interval of a short video is about a second.
  return endSeconds - seconds < 2 ? `at ${from}` : `between ${from} and ${to}`;
}

/** The time of a comment: `1:14`, or `1:14 to 1:18` for a range. */
export function commentSpanText({ seconds, endSeconds }: ReviewComment): string {
  const [from, to] = [formatMediaTime(seconds), formatMediaTime(endSeconds)];
  return from === to ? from : `${from} to ${to}`;
}

/** The author of a comment, its time and its outcome: `Comment by Meera at 1:14, marked done in v3`. */
export function commentText(comment: ReviewComment): string {
  const { author, done, resolved, version } = comment;
  const outcome = done ? `marked done in v${done.version}` : resolved ? "resolved" : `open in v${version}`;
  return `Comment by ${author.name} at ${commentSpanText(comment)}, ${outcome}`;
}
