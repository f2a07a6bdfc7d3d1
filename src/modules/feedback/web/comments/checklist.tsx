import { Check, ChevronDown, CircleCheckBig, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";

import { DoneForm } from "../composer/comment-forms.tsx";
import { useReview, useReviewSession } from "../public/review-session.tsx";
import { CommentText, Done } from "./comment-thread.tsx";
import { commentPath, commentTime, type FrameLabel, frameLabels } from "./comment-time.ts";
import { useCommentsContext } from "./comments-context.ts";
import type { Comments, Thread } from "./threads.ts";

interface ChecklistProps {
  version: number;
  /** Those that match the filter. */
  requests: readonly Thread[];
  comments: Pick<Comments, "requests" | "rates">;
  /** The number of listed comments on this version. */
  matching: number;
}

/**
 * The requests of a version: open, done and resolved. They are the first section of the list, so the heading of the second one
 * follows.
 */
export function Checklist({ version, requests, comments, matching }: ChecklistProps) {
  const [open, setOpen] = useState(true);
  const answered = comments.requests.filter(
    ({ comment: { done, resolved } }) => done !== null || resolved !== null,
  ).length;
  return (
    <>
      <section aria-label="Requested in earlier versions" className="px-4">
        <h2>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-10 w-full items-center gap-2 text-left text-sm font-semibold pointer-coarse:min-h-11"
          >
            <ChevronDown
              aria-hidden
              className={classNames("size-4 text-soft transition-transform", !open && "-rotate-90")}
            />
            Requested earlier
            <span className="ml-auto text-xs tabular-nums font-normal text-soft">
              {answered} of {comments.requests.length} done
            </span>
          </button>
        </h2>
        {open && (
          <ul className="pb-2">
            {requests.map(({ comment }) => (
              <Requested
                key={comment.id}
                comment={comment}
                frameLabel={frameLabels(
                  comments.rates.find((one) => one.version === comment.version)?.rate ?? null,
                )}
              />
            ))}
          </ul>
        )}
      </section>
      <h2 className="flex min-h-10 items-center border-t-2 px-4 text-sm font-semibold">
        On version {version}
        <span className="ml-auto text-xs tabular-nums font-normal text-soft">{matching}</span>
      </h2>
    </>
  );
}

interface RequestedProps {
  comment: Comment;
  frameLabel: FrameLabel;
}

function Requested({ comment, frameLabel }: RequestedProps) {
  const context = useCommentsContext();
  const { taskId, writable, changes } = context;
  const { setState } = useReviewSession();
  const isAnswering = useReview(({ form }) => form?.kind === "done" && form.commentId === comment.id);
  const { id, version, text, drawing, done, resolved } = comment;
  const time = commentTime(comment, frameLabel);
  return (
    <li className="flex gap-2.5 border-t py-2.5">
      <State done={done !== null} resolved={resolved !== null} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Badge>v{version}</Badge>
          <Link
            to={commentPath(taskId, comment)}
            aria-label={`Open ${time} in version ${version}`}
            className="numerals truncate text-xs text-soft hover:text-ink hover:underline pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
          >
            {time}
          </Link>
        </p>
        {text === "" ? (
          <p className="mt-1 text-soft">{drawing ? "A drawing" : "Images"}</p>
        ) : (
          <CommentText text={text} className={classNames("mt-1", resolved !== null && "text-soft")} />
        )}
        <Done comment={comment} />
        {isAnswering ? (
          <DoneForm comment={comment} />
        ) : (
          writable && (
            <p className="mt-1 -ml-3 flex flex-wrap">
              {can(context, "upload") && resolved === null && (
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() =>
                    done
                      ? void changes.markDone(comment, false, "")
                      : setState({ form: { commentId: id, kind: "done" } })
                  }
                >
                  {done ? "Not done" : "Mark as done"}
                </Button>
              )}
              {can(context, "decide") && (
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    onClick={() => void changes.resolve(comment, resolved === null)}
                  >
                    {resolved ? (
                      <RotateCcw aria-hidden className="size-4" />
                    ) : (
                      <Check aria-hidden className="size-4" />
                    )}
                    {resolved ? "Reopen" : "Resolve"}
                  </Button>
                  {done && !resolved && (
                    <Button size="small" variant="quiet" onClick={() => void changes.resolve(comment, false)}>
                      <RotateCcw aria-hidden className="size-4" />
                      Not done yet
                    </Button>
                  )}
                </>
              )}
            </p>
          )
        )}
      </div>
    </li>
  );
}

function State({ done, resolved }: { done: boolean; resolved: boolean }) {
  const label = resolved ? "Resolved" : done ? "Done" : "Requested";
  return (
    <span title={label} className="mt-0.5 shrink-0">
      {resolved || done ? (
        <CircleCheckBig
          aria-hidden
          className={classNames("size-4", resolved ? "text-soft" : "text-go")}
          strokeWidth={1.75}
        />
      ) : (
        <span className="block size-4 rounded-full border-[1.5px] border-edge" />
      )}
      <span className="sr-only">{label}: </span>
    </span>
  );
}
