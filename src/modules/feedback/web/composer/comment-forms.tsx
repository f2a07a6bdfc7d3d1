import { useState } from "react";

import { isBlank } from "#core/written-text.ts";
import type { Comment } from "#modules/feedback/contract/comments.ts";
import { maxCommentImageBytes, maxDoneNoteLength, maxImages } from "#modules/feedback/rules/comments.ts";
import { Button } from "#ui/button.tsx";
import { useImageAttachments } from "#ui/image-attachments.tsx";

import { commentOutbox } from "../comments/comment-outbox.ts";
import { useCommentsContext } from "../comments/comments-context.ts";
import { useReviewSession } from "../public/review-session.tsx";
import { CommentForm, FormButtons } from "./comment-form.tsx";
import { emptyDraft, readDraft, writeDraft } from "./draft-store.ts";
import { EditForm } from "./edit-form.tsx";
import { mentionedIn } from "./mentions.ts";

function useCloseForm(): () => void {
  const { setState } = useReviewSession();
  return () => setState({ form: null });
}

/** Replies to a comment. Its text is kept in this browser until it is sent. */
export function ReplyForm({ comment }: { comment: Comment }) {
  const { taskId, user, members } = useCommentsContext();
  const close = useCloseForm();
  const [text, setText] = useState(() => readDraft(comment.id).text);
  const images = useImageAttachments({ maxFiles: maxImages, maxBytes: maxCommentImageBytes });
  const change = (next: string) => {
    setText(next);
    writeDraft(comment.id, { ...emptyDraft, text: next });
  };
  const submit = () => {
    const { id, version, inFrame, outFrame } = comment;
    commentOutbox.enqueue({
      taskId,
      userId: user.id,
      version,
      inFrame,
      outFrame,
      parentId: id,
      drawing: null,
      view: null,
      text: text.trim(),
      mentions: mentionedIn(text, members),
      images: images.files,
    });
    change("");
    close();
  };
  return (
    <CommentForm
      label={`Reply to ${comment.author.name}`}
      placeholder={`Reply to ${comment.author.name}`}
      submitLabel="Reply"
      text={text}
      onChange={change}
      onSubmit={submit}
      onCancel={close}
      ready={!isBlank(text) || images.files.length > 0}
      members={members}
      images={images}
    />
  );
}

/** Changes an own comment or reply. */
export function EditOwnForm({ comment }: { comment: Comment }) {
  const { changes, members, hasVideo } = useCommentsContext();
  const close = useCloseForm();
  return (
    <EditForm
      comment={comment}
      members={members}
      hasVideo={hasVideo}
      onSave={(edited) => changes.edit(comment, edited)}
      onClose={close}
    />
  );
}

/** The editor states what was changed. */
export function DoneForm({ comment }: { comment: Comment }) {
  const { changes } = useCommentsContext();
  const close = useCloseForm();
  const [note, setNote] = useState(comment.done?.note ?? "");
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const saved = await changes.markDone(comment, true, note.trim());
    setBusy(false);
    if (saved) close();
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
        maxLength={maxDoneNoteLength}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          close();
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for the form.
        autoFocus
        className="h-9 w-full rounded-sm border border-edge bg-background px-2.5 placeholder:text-faint focus-visible:outline-offset-0 pointer-coarse:h-11"
      />
      <FormButtons>
        <span className="grow" />
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" busy={busy && "Saving..."}>
          Mark as done
        </Button>
      </FormButtons>
    </form>
  );
}
