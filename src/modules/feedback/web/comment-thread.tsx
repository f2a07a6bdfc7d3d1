import { memo, type MouseEvent } from "react";

import { Avatar } from "#ui/avatar.tsx";
import { classNames } from "#ui/class-names.ts";

import { CommentActions } from "./comment-actions.tsx";
import { CommentBody } from "./comment-body.tsx";
import { DoneForm, EditOwnForm, ReplyForm } from "./comment-forms.tsx";
import { commentTime } from "./comment-time.ts";
import { useCommentsContext } from "./comments-context.ts";
import { DrawingMark } from "./drawing-mark.tsx";
import { type OpenForm, useReview, useReviewSession } from "./public/review-session.tsx";
import { selectComment } from "./selection.ts";
import type { ListedComment, Thread } from "./threads.ts";

interface CommentThreadProps {
  thread: Thread;
  /** The form that is open in this thread. */
  form: OpenForm | null;
  /** Position in the list, from 1, and its length. */
  position: number;
  count: number;
}

/** A comment with its replies. Selecting it seeks to its frame. */
export const CommentThread = memo(function CommentThread(props: CommentThreadProps) {
  const { thread, form, position, count } = props;
  const { comment, replies } = thread;
  const { nameOf } = useCommentsContext();
  const session = useReviewSession();
  const selected = useReview(({ selectedId }) => selectedId === comment.id);
  const isActive = useReview(({ activeId }) => activeId === comment.id);
  const select = () => selectComment(session, comment.id);
  const time = commentTime(comment, nameOf);
  const isOpen = (kind: OpenForm["kind"]) => form?.kind === kind && form.commentId === comment.id;
  const selectByClick = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest("a, button, form, [popover]") !== null;
    if (!isControl && getSelection()?.isCollapsed !== false) select();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the timecode is a button that does the same.
    <article
      aria-label={`${comment.author.name} at ${time}`}
      aria-posinset={position}
      aria-setsize={count}
      aria-current={selected ? "true" : undefined}
      data-comment={comment.id}
      onClick={selectByClick}
      className={classNames(
        "group/comment relative cursor-pointer border-b px-4 py-3 transition-colors",
        selected && "bg-[color-mix(in_oklab,var(--amber)_8%,var(--panel))]",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <Avatar name={comment.author.name} src={comment.author.profileImgUrl} size={20} />
        <span className="max-w-[calc(100%-4rem)] min-w-0 truncate text-sm font-semibold">
          {comment.author.name}
        </span>
        {comment.edited && !comment.deleted && <span className="text-xs text-soft">edited</span>}
        {comment.drawing && <DrawingMark />}
        <button
          type="button"
          aria-label={`Go to ${time}`}
          onClick={select}
          className={classNames(
            "numerals -my-1 -mr-1 ml-auto shrink-0 rounded-xs px-1 py-1 text-xs enabled-hover:underline pointer-coarse:-my-3 pointer-coarse:py-3",
            selected || isActive ? "text-amber" : "text-soft",
          )}
        >
          {time}
        </button>
      </div>
      {isOpen("edit") ? <EditOwnForm comment={comment} /> : <CommentBody comment={comment} />}
      {replies.length > 0 && (
        <ul aria-label="Replies" className="mt-2 space-y-2 border-l-2 pl-3">
          {replies.map((reply) => (
            <Reply key={reply.id} reply={reply} form={form} expanded={selected} />
          ))}
        </ul>
      )}
      {!comment.outgoing && !comment.deleted && form === null && (
        <CommentActions comment={comment} expanded={selected} />
      )}
      {isOpen("reply") && <ReplyForm comment={comment} />}
      {isOpen("done") && <DoneForm comment={comment} />}
    </article>
  );
});

interface ReplyProps {
  reply: ListedComment;
  form: OpenForm | null;
  /** Whether the buttons are shown. */
  expanded: boolean;
}

function Reply({ reply, form, expanded }: ReplyProps) {
  const isEdited = form?.commentId === reply.id;
  return (
    <li>
      <div className="flex items-center gap-2">
        <Avatar name={reply.author.name} src={reply.author.profileImgUrl} size={16} />
        <span className="min-w-0 truncate text-sm font-semibold">{reply.author.name}</span>
        {reply.edited && <span className="text-xs text-soft">edited</span>}
      </div>
      {isEdited ? <EditOwnForm comment={reply} /> : <CommentBody comment={reply} />}
      {expanded && !isEdited && !reply.outgoing && <CommentActions comment={reply} expanded />}
    </li>
  );
}
