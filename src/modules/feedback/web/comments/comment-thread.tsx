import { Check, CircleCheckBig } from "lucide-react";
import { memo, type MouseEvent } from "react";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import { Avatar } from "#ui/avatar.tsx";
import { classNames } from "#ui/class-names.ts";
import { ImageLink } from "#ui/image-attachments.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { Spinner } from "#ui/spinner.tsx";

import { DoneForm, EditOwnForm, ReplyForm } from "../composer/comment-forms.tsx";
import { splitMentions } from "../composer/mentions.ts";
import { DrawingMark } from "../drawing/drawing-mark.tsx";
import { ViewMark } from "../drawing/view-mark.tsx";
import { type OpenForm, type ReviewSession, useReview, useReviewSession } from "../public/review-session.tsx";
import { CommentActions } from "./comment-actions.tsx";
import { commentOutbox, type Outgoing } from "./comment-outbox.ts";
import { commentTime } from "./comment-time.ts";
import { useCommentsContext } from "./comments-context.ts";
import { selectComment } from "./selection.ts";
import type { ListedComment, Thread } from "./threads.ts";

interface CommentThreadProps {
  thread: Thread;
  /** The form that is open in this thread. */
  form: OpenForm | null;
  /** Whether its frame is displayed. */
  active: boolean;
  /** Position in the list, from 1, and its length. */
  position: number;
  count: number;
}

/** A comment with its replies. Selecting it seeks to its frame. */
export const CommentThread = memo(function CommentThread(props: CommentThreadProps) {
  const { thread, form, active, position, count } = props;
  const { comment, replies } = thread;
  const { frameLabel } = useCommentsContext();
  const session = useReviewSession();
  const selected = useReview(({ selectedId }) => selectedId === comment.id);
  const select = () => selectComment(session, comment);
  const time = commentTime(comment, frameLabel);
  const isOpen = (kind: OpenForm["kind"]) => form?.kind === kind && form.commentId === comment.id;
  const selectByClick = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest("a, button, form, [role='menu']") !== null;
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
        {comment.view && <ViewMark />}
        <button
          type="button"
          aria-label={`Go to ${time}`}
          onClick={select}
          className={classNames(
            "numerals -my-1 -mr-1 ml-auto shrink-0 rounded-xs px-1 py-1 text-xs enabled-hover:underline pointer-coarse:-my-3 pointer-coarse:py-3",
            selected || active ? "text-amber" : "text-soft",
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

/** Text, images, state and reactions of a comment or reply. */
function CommentBody({ comment }: { comment: ListedComment }) {
  const { text, images, deleted, outgoing } = comment;
  if (deleted) return <p className="mt-1 text-soft italic">Comment deleted</p>;
  return (
    <>
      {text !== "" && (
        <CommentText text={text} className={classNames("mt-1", comment.resolved !== null && "text-soft")} />
      )}
      <Images images={images} />
      {outgoing && <Sending outgoing={outgoing} />}
      <Done comment={comment} />
      {comment.resolved && (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-soft">
          <CircleCheckBig aria-hidden className="size-4 shrink-0 text-go" strokeWidth={1.75} />
          {comment.resolved.by === "" ? "Resolved" : `Resolved by ${comment.resolved.by}`}
        </p>
      )}
      <Reacting comment={comment} />
    </>
  );
}

/** The text of a comment with links and mentioned members. */
export function CommentText({ text, className }: { text: string; className?: string }) {
  const { members, user } = useCommentsContext();
  const renderPlain = (plain: string) =>
    splitMentions(plain, members).map(({ text: part, mention }) =>
      mention ? (
        <span
          key={mention.at}
          className={mention.id === user.id ? "font-semibold text-amber" : "font-semibold"}
        >
          {part}
        </span>
      ) : (
        part
      ),
    );
  return <LinkedText text={text} renderPlain={renderPlain} {...(className !== undefined && { className })} />;
}

function Images({ images }: { images: readonly string[] }) {
  if (images.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {images.map((image, at) => (
        <ImageLink key={image} src={image} position={at + 1} className="h-20 w-28" />
      ))}
    </div>
  );
}

/** The editor's mark: the version in which the comment is done. */
export function Done({ comment: { done } }: { comment: Pick<Comment, "done"> }) {
  if (!done) return null;
  return (
    <p className="mt-1 text-sm">
      <span className="numerals mr-2 whitespace-nowrap text-go">
        <Check aria-hidden className="mr-1 inline size-3.5" />
        done in v{done.version}
      </span>
      <span className="text-soft">{done.note}</span>
    </p>
  );
}

function Reacting({ comment }: { comment: Comment }) {
  const { user, members, writable, changes } = useCommentsContext();
  if (comment.reactions.length === 0) return null;
  return (
    <div className="mt-1.5 flex flex-wrap gap-1">
      {comment.reactions.map(({ emoji, personIds }) => {
        const active = personIds.includes(user.id);
        const names = members.filter(({ id }) => personIds.includes(id)).map(({ name }) => name);
        const label = `${emoji} by ${names.join(" and ")}`;
        return (
          <button
            key={emoji}
            type="button"
            disabled={!writable}
            aria-pressed={active}
            aria-label={label}
            title={label}
            onClick={() => void changes.react(comment, emoji, !active)}
            className={classNames(
              "numerals inline-flex min-h-6 items-center gap-1 rounded-full border px-2 text-xs text-soft pointer-coarse:min-h-11 pointer-coarse:px-3",
              active && "border-edge bg-raised text-ink",
            )}
          >
            {emoji} {personIds.length}
          </button>
        );
      })}
    </div>
  );
}

/** The state of a comment that the server has not confirmed. */
function Sending({ outgoing }: { outgoing: Outgoing }) {
  const { id, problem, delayed, imageCount, parentId } = outgoing;
  const session = useReviewSession();
  const count = imageCount;
  if (problem === null && !delayed) {
    return (
      <p className="mt-1 flex items-center gap-1.5 text-sm text-soft">
        <Spinner />
        {count === 0 ? "Sending" : `Sending with ${count === 1 ? "1 image" : `${count} images`}`}
      </p>
    );
  }
  const button = "min-h-6 font-semibold underline pointer-coarse:min-h-11";
  return (
    <p role="alert" className="mt-1 flex flex-wrap gap-x-3 text-sm text-fault">
      <span className="w-full">
        Not sent. {problem ?? "It is sent automatically when you are back online."}
      </span>
      <button type="button" className={button} onClick={() => commentOutbox.retry(id)}>
        Try again
      </button>
      {parentId === null && (
        <button type="button" className={button} onClick={() => editUnsent(session, outgoing)}>
          Edit
        </button>
      )}
      <button type="button" className={button} onClick={() => commentOutbox.discard(id)}>
        Discard
      </button>
    </p>
  );
}

/** Makes a comment that could not be sent the draft again. */
function editUnsent({ draft, inputId }: ReviewSession, outgoing: Outgoing): void {
  const { id, text, inFrame, outFrame, drawing, view } = outgoing;
  commentOutbox.discard(id);
  draft.setState({
    text,
    inFrame,
    shapes: drawing?.shapes ?? [],
    view,
    outFrame: outFrame === inFrame ? null : outFrame,
  });
  document.getElementById(inputId)?.focus();
}
