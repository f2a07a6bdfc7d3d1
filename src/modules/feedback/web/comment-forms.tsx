import { type ReactNode, useEffect, useId, useState } from "react";
import { useStore } from "zustand";

import { Button } from "#ui/button.tsx";
import {
  AttachedImages,
  AttachImagesButton,
  type ImageAttachments,
  useImageAttachments,
} from "#ui/image-attachments.tsx";

import type { Comment } from "../contract.ts";
import { largestCommentImage, longestDoneNote, mostImages } from "../rules.ts";
import { useCommentsContext } from "./comments-context.ts";
import { createEditStore } from "./draft-store.ts";
import { emptyDraft, isEmptyDraft, readDraft, writeDraft } from "./drafts.ts";
import { DrawingTools, ToolButtons } from "./drawing-tools.tsx";
import { MentionTextArea } from "./mention-text-area.tsx";
import { mentionedIn } from "./mentions.ts";

interface CommentFormProps {
  /** Receives the text area. */
  inputId?: string;
  label: string;
  submitLabel: string;
  text: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  /** Whether there is something to send. */
  ready: boolean;
  busy?: string | false;
  images?: ImageAttachments;
  /** Above the buttons. */
  children?: ReactNode;
  /** Before the buttons that end the form. */
  start?: ReactNode;
  /** Closes the form by default. */
  onEscape?: () => void;
}

/** A text below a comment with its buttons. */
function CommentForm(props: CommentFormProps) {
  const { label, submitLabel, text, onChange, onSubmit, ready, busy = false, images } = props;
  const { members, open } = useCommentsContext();
  const { onEscape = () => open(null) } = props;
  const submit = () => {
    if (ready && !busy) onSubmit();
  };
  return (
    <form
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="rounded-sm border border-edge bg-background px-2.5 py-1.5 focus-within:border-ink">
        <MentionTextArea
          id={props.inputId}
          label={label}
          value={text}
          onChange={onChange}
          onSubmit={submit}
          onEscape={onEscape}
          members={members}
          side="below"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for the form.
          autoFocus
        />
      </div>
      {props.children}
      <FormButtons>
        {props.start}
        {images && <AttachImagesButton size="small" onAttach={images.attach} />}
        <span className="grow" />
        <Button size="small" variant="quiet" onClick={() => open(null)}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!ready} busy={busy}>
          {submitLabel}
        </Button>
      </FormButtons>
      {images && <AttachedImages {...images} />}
    </form>
  );
}

function FormButtons({ children }: { children: ReactNode }) {
  return <div className="my-2 flex flex-wrap items-center gap-2">{children}</div>;
}

/** Replies to a comment. Its text is kept in this browser until it is sent. */
export function ReplyForm({ comment }: { comment: Comment }) {
  const { taskId, members, send, open } = useCommentsContext();
  const [text, setText] = useState(() => readDraft(comment.id).text);
  const images = useImageAttachments({ most: mostImages, maxBytes: largestCommentImage });
  const change = (next: string) => {
    setText(next);
    writeDraft(comment.id, { ...emptyDraft, text: next });
  };
  const submit = () => {
    const { id, version, inFrame, outFrame } = comment;
    send({
      ...{ taskId, version, inFrame, outFrame, parentId: id, drawing: null },
      text: text.trim(),
      mentions: mentionedIn(text, members),
      images: images.files,
    });
    change("");
    open(null);
  };
  return (
    <CommentForm
      label={`Reply to ${comment.author.name}`}
      submitLabel="Reply"
      text={text}
      onChange={change}
      onSubmit={submit}
      ready={text.trim() !== "" || images.files.length > 0}
      images={images}
    />
  );
}

/** Changes an own comment or reply: its text and, as long as the video is stored, the drawing of a comment. */
export function EditForm({ comment }: { comment: Comment }) {
  const { members, changes, frames, player, hasVideo, open, setEdited } = useCommentsContext();
  const [draft] = useState(() => createEditStore(comment));
  const { text, shapes, tool } = useStore(draft);
  const [busy, setBusy] = useState(false);
  const inputId = useId();
  const { id, parentId } = comment;
  const isDrawable = parentId === null && hasVideo;
  useEffect(() => {
    if (!isDrawable) return undefined;
    setEdited({ id, draft, inputId });
    return () => setEdited(null);
  }, [isDrawable, id, draft, inputId, setEdited]);
  const submit = async () => {
    setBusy(true);
    const saved = await changes.edit(comment, {
      ...{ text: text.trim(), mentions: mentionedIn(text, members) },
      ...(isDrawable && { drawing: shapes.length > 0 ? { shapes: [...shapes] } : null }),
    });
    setBusy(false);
    if (saved) open(null);
  };
  return (
    <CommentForm
      inputId={inputId}
      label="Edit comment"
      submitLabel="Save"
      text={text}
      onChange={(next) => draft.setState({ text: next })}
      onSubmit={() => void submit()}
      onEscape={() => (tool === null ? open(null) : draft.setState({ tool: null }))}
      ready={!isEmptyDraft({ text, shapes }) || comment.images.length > 0}
      busy={busy && "Saving..."}
      start={isDrawable && <ToolButtons tool={tool} on={{ draft, frames, player }} />}
    >
      {isDrawable && (tool !== null || shapes.length > 0) && <DrawingTools draft={draft} />}
    </CommentForm>
  );
}

/** The editor states what was changed. */
export function DoneForm({ comment }: { comment: Comment }) {
  const { changes, open } = useCommentsContext();
  const [note, setNote] = useState(comment.done?.note ?? "");
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const saved = await changes.markDone(comment, true, note.trim());
    setBusy(false);
    if (saved) open(null);
  };
  return (
    <form
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <input
        aria-label="Note about the change"
        placeholder="What did you change? (optional)"
        value={note}
        maxLength={longestDoneNote}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          open(null);
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for the form.
        autoFocus
        className="h-9 w-full rounded-sm border border-edge bg-background px-2.5 placeholder:text-faint focus-visible:border-ink focus-visible:outline-none pointer-coarse:h-11"
      />
      <FormButtons>
        <span className="grow" />
        <Button size="small" variant="quiet" onClick={() => open(null)}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" busy={busy && "Saving..."}>
          Mark as done
        </Button>
      </FormButtons>
    </form>
  );
}
