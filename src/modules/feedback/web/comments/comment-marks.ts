import type { Comment } from "#modules/feedback/contract/comments.ts";
import { isOpenComment } from "#modules/feedback/rules/comments.ts";
import type { TimelineMark } from "#modules/media/web/public/timeline-marks.tsx";
import { truncateText } from "#ui/format.ts";

import { commentTime, type FrameLabel } from "./comment-time.ts";
import type { Thread } from "./threads.ts";

/** The marks of threads on the timeline. */
export function commentMarks(
  threads: readonly Thread<Comment>[],
  frameLabel: FrameLabel,
  selectedId: string | null,
): TimelineMark[] {
  return threads.flatMap(({ comment }) => {
    if (comment.deleted) return [];
    const mark = commentMark(comment, frameLabel);
    return [comment.id === selectedId ? { ...mark, selected: true } : mark];
  });
}

/** Characters of a comment in the label of its mark. */
const excerptLength = 60;

/** Marks by comment: with thousands of comments, new ones would delay every selection. */
const knownMarks = new WeakMap<Comment, { frameLabel: FrameLabel; mark: TimelineMark }>();

function commentMark(comment: Comment, frameLabel: FrameLabel): TimelineMark {
  const cached = knownMarks.get(comment);
  if (cached && cached.frameLabel === frameLabel) return cached.mark;
  const mark = newMark(comment, frameLabel);
  knownMarks.set(comment, { frameLabel, mark });
  return mark;
}

function newMark(comment: Comment, frameLabel: FrameLabel): TimelineMark {
  const { id, inFrame, outFrame, author, text, drawing } = comment;
  const excerpt = text === "" ? (drawing ? "drawing" : "images") : truncateText(text, excerptLength);
  return {
    id,
    from: inFrame,
    to: outFrame,
    tone: isOpenComment(comment) ? "open" : "done",
    label: `${commentTime(comment, frameLabel)} ${author.name}: ${excerpt}`,
  };
}
