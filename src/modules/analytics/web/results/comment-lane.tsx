import { useMemo } from "react";

import type { ReviewComment } from "#modules/analytics/contract/videos.ts";
import { TimelineMarks } from "#modules/media/web/public/timeline-marks.tsx";

import { LaneName } from "./retention-lanes.tsx";
import { commentText } from "./review-text.ts";

interface CommentLaneProps {
  comments: readonly ReviewComment[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  toPercent: (frame: number) => number;
}

/** The review comments at their times, with the names of their authors where there is room. */
export function CommentLane({ comments, selectedId, onSelect, toPercent }: CommentLaneProps) {
  const marks = useMemo(
    () =>
      comments.map((comment) => ({
        id: comment.id,
        from: comment.frame,
        to: comment.endFrame,
        tone: comment.resolved ? ("done" as const) : ("open" as const),
        selected: comment.id === selectedId,
        label: `${commentText(comment)}: ${comment.text.slice(0, 80)}`,
      })),
    [comments, selectedId],
  );
  return (
    <>
      <LaneName name="Review comments" />
      <TimelineMarks marks={marks} onSelect={onSelect} toPercent={toPercent} />
      <p aria-hidden className="relative h-5 overflow-hidden text-xs text-soft">
        {authorNames(comments, toPercent).map(({ id, name, at, width }) => (
          <span
            key={id}
            className="absolute truncate pt-0.5 pr-2"
            style={{ left: `${at}%`, maxWidth: `${width}%` }}
          >
            {name}
          </span>
        ))}
      </p>
    </>
  );
}

/** The least room for a name, in percent of the width. */
const leastRoom = 8;

/** Names of authors from their comment until the next name, in percent; none where the next comment is too near to the last name. */
export function authorNames(comments: readonly ReviewComment[], toPercent: (frame: number) => number) {
  const names: { id: string; name: string; at: number; width: number }[] = [];
  for (const { id, author, frame } of comments) {
    const at = Math.min(toPercent(frame), 100 - leastRoom);
    const last = names.at(-1);
    if (last && at - last.at < leastRoom) continue;
    if (last) last.width = at - last.at;
    names.push({ id, name: author.name, at, width: 100 - at });
  }
  return names;
}
