import { Link } from "react-router";

import { previewPath } from "#core/paths.ts";
import type { RetentionMark } from "#modules/analytics/contract/retention.ts";
import type { ReviewComment } from "#modules/analytics/contract/videos.ts";
import { classNames } from "#ui/class-names.ts";
import { truncateText } from "#ui/format.ts";

import { changeText, commentText, markSpanText } from "./review-text.ts";
import { MarkStill } from "./storyboard.tsx";

interface MomentsProps {
  taskId: number;
  marks: readonly RetentionMark[];
  comments: readonly ReviewComment[];
  formatTimecode: (frame: number) => string;
  onSelect: (mark: RetentionMark) => void;
}

/** Comments that are listed with a moment; the others are on the timeline. */
const listedComments = 2;

/** The steepest drops and rises of the curve, each with what was said about it in review. */
export function Moments({ taskId, marks, comments, formatTimecode, onSelect }: MomentsProps) {
  return (
    <section aria-labelledby="moments">
      <h2 id="moments" className="font-heading text-xl">
        {marks.some(({ kind }) => kind === "rise") ? "Where viewers left or rewatched" : "Where viewers left"}
      </h2>
      {marks.length === 0 ? (
        <p className="mt-2 text-soft">No single moment stands out.</p>
      ) : (
        <ol className="mt-2 grid gap-x-8 border-b md:grid-cols-2 wide:grid-cols-1">
          {marks.map((mark) => {
            const about = mark.commentIds.flatMap(
              (id) => comments.find((comment) => comment.id === id) ?? [],
            );
            return (
              <li key={mark.frame} className="border-t py-3">
                <button
                  type="button"
                  onClick={() => onSelect(mark)}
                  className="flex w-full items-center gap-3 rounded-xs text-left enabled-hover:bg-raised"
                >
                  {mark.still && <MarkStill still={mark.still} />}
                  <span className="min-w-0">
                    <span className="block">
                      <strong
                        className={classNames(
                          "font-semibold",
                          mark.kind === "drop" ? "text-fault" : "text-ink",
                        )}
                      >
                        {changeText(mark)}
                      </strong>{" "}
                      <span className="text-soft">{markSpanText(mark)}</span>
                    </span>
                    <span className="numerals block text-sm text-soft">{formatTimecode(mark.frame)}</span>
                  </span>
                </button>
                {about.slice(0, listedComments).map((comment) => (
                  <p key={comment.id} className="mt-2 border-l-2 pl-3 text-sm text-soft">
                    <Link to={previewPath(taskId, comment.version, comment.id)} className="link">
                      {commentText(comment)}
                    </Link>
                    : “{truncateText(comment.text, 140)}”
                  </p>
                ))}
                {about.length > listedComments && (
                  <p className="mt-1 pl-3.5 text-sm text-soft">
                    and {about.length - listedComments} more on the timeline
                  </p>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
