import { type ReactNode, useState } from "react";

import { randomId } from "#core/web/secure-context.ts";
import { useChange } from "#core/web/use-change.ts";
import { isBlank } from "#core/written-text.ts";
import { type GuestComment, guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { LinkedText } from "#ui/linked-text.tsx";

import { CommentForm } from "../composer/comment-form.tsx";
import { EditForm } from "../composer/edit-form.tsx";
import { DrawingMark } from "../drawing/drawing-mark.tsx";
import { ViewMark } from "../drawing/view-mark.tsx";

interface GuestThreadProps {
  linkId: string;
  comment: GuestComment;
  replies: readonly GuestComment[];
  /** Timecode of the comment. */
  time: string;
  writable: boolean;
  onSeek: () => void;
  /** Called with a comment or reply that was changed. */
  onChange: (comment: GuestComment) => void;
}

const nobody: readonly [] = [];

/** A comment with its replies. */
export function GuestThread(props: GuestThreadProps) {
  const { linkId, comment, replies, time, writable, onSeek, onChange } = props;
  const [form, setForm] = useState<{ id: string; kind: "reply" | "edit" } | null>(null);
  const close = () => setForm(null);
  const options = { errorToast: false, onSuccess: ({ data }: { data: GuestComment }) => onChange(data) };
  const save = useChange(guestEndpoints.editGuestComment, options);
  const remove = useChange(guestEndpoints.deleteGuestComment, options);
  const edit = ({ id, parentId }: GuestComment) => {
    if (parentId === null) onSeek();
    setForm({ id, kind: "edit" });
  };
  const error = save.error ?? remove.error;
  const isOpen = (kind: "reply" | "edit", { id }: GuestComment) => form?.kind === kind && form.id === id;
  const renderContent = (one: GuestComment) =>
    isOpen("edit", one) ? (
      <EditForm
        comment={one}
        hasVideo
        members={nobody}
        onSave={(edited) =>
          save
            .mutateAsync({
              params: { linkId, commentId: one.id },
              body: { text: edited.text, drawing: edited.drawing },
            })
            .then(
              () => true,
              () => false,
            )
        }
        onClose={close}
      />
    ) : (
      <Content comment={one} />
    );
  const renderActions = (one: GuestComment) =>
    writable &&
    !one.deleted &&
    form === null && (
      <p className="-ml-3 flex empty:hidden">
        {one.parentId === null && (
          <Button size="small" variant="quiet" onClick={() => setForm({ id: one.id, kind: "reply" })}>
            Reply
          </Button>
        )}
        {one.own && (
          <>
            <Button size="small" variant="quiet" onClick={() => edit(one)}>
              Edit
            </Button>
            <Button
              size="small"
              variant="quiet"
              onClick={() => remove.mutate({ params: { linkId, commentId: one.id } })}
            >
              Delete
            </Button>
          </>
        )}
      </p>
    );
  return (
    <article aria-label={`${comment.author.name} at ${time}`} className="border-b px-4 py-3">
      <Author comment={comment} size={20}>
        <button
          type="button"
          aria-label={`Go to ${time}`}
          onClick={onSeek}
          className="numerals -my-1 -mr-1 ml-auto shrink-0 rounded-xs px-1 py-1 text-xs text-soft enabled-hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {time}
        </button>
      </Author>
      {renderContent(comment)}
      {replies.length > 0 && (
        <ul aria-label="Replies" className="mt-2 space-y-2 border-l-2 pl-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Author comment={reply} size={16} />
              {renderContent(reply)}
              {renderActions(reply)}
            </li>
          ))}
        </ul>
      )}
      {renderActions(comment)}
      {isOpen("reply", comment) && (
        <GuestReplyForm linkId={linkId} comment={comment} onChange={onChange} onClose={close} />
      )}
      {error && (
        <p role="alert" className="text-sm text-fault">
          {error.message}
        </p>
      )}
    </article>
  );
}

interface AuthorProps {
  comment: GuestComment;
  /** Of the avatar, in pixels. */
  size: number;
  /** At the end of the row. */
  children?: ReactNode;
}

/** The author of a comment, and its state. */
function Author({ comment, size, children }: AuthorProps) {
  const { author, drawing, view, edited, deleted, resolved } = comment;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Avatar name={author.name} size={size} />
      <span className="max-w-[calc(100%-4rem)] min-w-0 truncate text-sm font-semibold">{author.name}</span>
      {edited && !deleted && <span className="text-xs text-soft">edited</span>}
      {drawing && <DrawingMark />}
      {view && <ViewMark />}
      {resolved && <span className="text-xs text-soft">resolved</span>}
      {children}
    </div>
  );
}

function Content({ comment: { deleted, text, images } }: { comment: GuestComment }) {
  if (deleted) return <p className="text-soft">Comment deleted</p>;
  return (
    <>
      <LinkedText text={text} />
      {images.map((url) => (
        <img key={url} src={url} alt="" className="mt-2 max-h-48 rounded-sm" />
      ))}
    </>
  );
}

interface GuestReplyFormProps extends Pick<GuestThreadProps, "linkId" | "comment" | "onChange"> {
  onClose: () => void;
}

function GuestReplyForm({ linkId, comment, onChange, onClose }: GuestReplyFormProps) {
  const [id] = useState(() => randomId());
  const [text, setText] = useState("");
  const send = useChange(guestEndpoints.replyAsGuest, {
    errorToast: false,
    onSuccess: ({ data }) => {
      onChange(data);
      onClose();
    },
  });
  return (
    <CommentForm
      label={`Reply to ${comment.author.name}`}
      placeholder={`Reply to ${comment.author.name}`}
      submitLabel="Reply"
      text={text}
      onChange={setText}
      onSubmit={() =>
        send.mutate({ params: { linkId, commentId: comment.id }, body: { id, text: text.trim() } })
      }
      onCancel={onClose}
      ready={!isBlank(text)}
      busy={send.isPending && "Sending..."}
      members={nobody}
    >
      {send.error && (
        <p role="alert" className="mt-2 text-sm text-fault">
          {send.error.message}
        </p>
      )}
    </CommentForm>
  );
}
