import { Check, CircleCheckBig } from "lucide-react";

import { classNames } from "#ui/class-names.ts";
import { ImageLink } from "#ui/image-attachments.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { Spinner } from "#ui/spinner.tsx";

import type { Comment } from "../contract.ts";
import { commentOutbox, type Outgoing } from "./comment-outbox.ts";
import { useCommentsContext } from "./comments-context.ts";
import { splitMentions } from "./mentions.ts";
import { type ReviewSession, useReviewSession } from "./public/review-session.tsx";
import type { ListedComment } from "./threads.ts";

/** Text, images, state and reactions of a comment or reply. */
export function CommentBody({ comment }: { comment: ListedComment }) {
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
function editUnsent({ getState, inputId }: ReviewSession, outgoing: Outgoing): void {
  const { id, text, inFrame, outFrame, drawing } = outgoing;
  commentOutbox.discard(id);
  getState().draft?.setState({
    ...{ text, inFrame, shapes: drawing?.shapes ?? [] },
    outFrame: outFrame === inFrame ? null : outFrame,
  });
  document.getElementById(inputId)?.focus();
}
