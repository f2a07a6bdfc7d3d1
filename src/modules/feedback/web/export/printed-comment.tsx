import { Square, SquareCheck } from "lucide-react";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import { type TimecodeBase, timecodeAt } from "#modules/feedback/rules/positions.ts";
import type { Guides } from "#modules/media/contract/guides.ts";
import { Moment } from "#ui/timecode.tsx";

import { StillWithDrawing } from "../stills/still-with-drawing.tsx";

interface PrintedCommentProps {
  comment: Comment;
  replies: readonly Comment[];
  counting: TimecodeBase;
  /** Over the still; null for none. */
  guides: Guides | null;
}

/** A comment with still, timecode, replies and its state as a checkbox. It is not split between two pages. */
export function PrintedComment({ comment, replies, counting, guides }: PrintedCommentProps) {
  const { inFrame, outFrame, stillUrl, drawing, images } = comment;
  const from = timecodeAt(inFrame, counting);
  return (
    <li className="flex break-inside-avoid flex-col gap-4 border-b py-5 sm:flex-row print:flex-row print:py-4">
      <div className="w-full shrink-0 sm:w-56 print:w-52">
        {stillUrl && (
          <StillWithDrawing
            comment={comment}
            stillUrl={stillUrl}
            guides={guides}
            label={`Frame ${inFrame + 1}`}
            className="mb-2 w-full overflow-hidden rounded-sm print:rounded-none"
          />
        )}
        <p className="numerals text-sm font-semibold">
          {from}
          {outFrame > inFrame && <> – {timecodeAt(outFrame, counting)}</>}
        </p>
        <p className="numerals text-xs text-faint">
          {outFrame > inFrame ? `Frames ${inFrame + 1} – ${outFrame + 1}` : `Frame ${inFrame + 1}`}
        </p>
      </div>
      <div className="min-w-0 grow">
        <Words comment={comment} />
        {(drawing || images.length > 0) && (
          <p className="mt-1 text-sm text-soft">
            {[drawing && "With a drawing", imageCount(images)].filter(Boolean).join(", ")}
          </p>
        )}
        {replies.length > 0 && (
          <ol className="mt-3 flex flex-col gap-3 border-l-2 border-line pl-4">
            {replies.map((reply) => (
              <li key={reply.id}>
                <Words comment={reply} />
              </li>
            ))}
          </ol>
        )}
        <State comment={comment} />
      </div>
    </li>
  );
}

function Words({ comment: { author, createdAt, text, deleted } }: { comment: Comment }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span dir="auto" className="font-semibold">
          {author.name}
        </span>
        <Moment at={new Date(createdAt)} tone="faint" />
      </p>
      <p dir="auto" className="mt-0.5 break-words whitespace-pre-line">
        {deleted ? <em className="text-soft">Deleted comment</em> : text}
      </p>
    </>
  );
}

function State({ comment: { resolved, done } }: { comment: Comment }) {
  const Icon = resolved || done ? SquareCheck : Square;
  const note = done?.note ? `: ${done.note}` : "";
  const states = [done && `Done in version ${done.version}${note}`, resolved && "Resolved"].filter(Boolean);
  return (
    <p className="mt-3 flex items-start gap-2 text-sm font-medium">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span dir="auto" className="min-w-0 break-words">
        {states.length > 0 ? states.join(" · ") : "Open"}
      </span>
    </p>
  );
}

function imageCount(images: readonly string[]): string | false {
  return images.length > 0 && `${images.length} ${images.length === 1 ? "image" : "images"}`;
}
