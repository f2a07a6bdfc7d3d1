import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";

import type { EditedContent } from "../comments/use-comment-changes.ts";
import { DrawingTools, ToolButtons } from "../drawing/drawing-tools.tsx";
import { useReviewSession } from "../public/review-session.tsx";
import { CommentForm } from "./comment-form.tsx";
import { createEditStore, isEmptyDraft } from "./draft-store.ts";
import { mentionedIn } from "./mentions.ts";

interface EditFormProps {
  comment: Pick<Comment, "id" | "parentId" | "text" | "inFrame" | "outFrame" | "drawing" | "images">;
  /** Whether the drawing of a comment can be changed: false once the video was deleted. */
  hasVideo: boolean;
  /** Users who can be mentioned. */
  members: readonly PersonCard[];
  /** Resolves to whether it was stored. */
  onSave: (edited: EditedContent) => Promise<boolean>;
  onClose: () => void;
}

/** Changes an own comment or reply: its text and, as long as the video is stored, the drawing of a comment. */
export function EditForm(props: EditFormProps) {
  const { comment, hasVideo, members, onSave, onClose } = props;
  const { draft: newComment, setState } = useReviewSession();
  const [draft] = useState(() => createEditStore(comment));
  const { text, shapes, tool } = useStore(draft);
  const [busy, setBusy] = useState(false);
  const inputId = useId();
  const { id, parentId } = comment;
  const isDrawable = parentId === null && hasVideo;
  useEffect(() => {
    if (!isDrawable) return undefined;
    // The overlay draws one of the two.
    newComment.setState({ tool: null });
    setState({ edited: { id, draft, inputId } });
    return () => setState({ edited: null });
  }, [isDrawable, id, draft, inputId, newComment, setState]);
  const submit = async () => {
    setBusy(true);
    const saved = await onSave({
      text: text.trim(),
      mentions: mentionedIn(text, members),
      // An unchanged one stays: rules for new drawings need not allow it.
      ...(isDrawable &&
        shapes !== draft.getInitialState().shapes && {
          drawing: shapes.length > 0 ? { shapes: [...shapes] } : null,
        }),
    });
    setBusy(false);
    if (saved) onClose();
  };
  return (
    <CommentForm
      inputId={inputId}
      label="Edit comment"
      submitLabel="Save"
      text={text}
      onChange={(next) => draft.setState({ text: next })}
      onSubmit={() => void submit()}
      onCancel={onClose}
      onEscape={() => (tool === null ? onClose() : draft.setState({ tool: null }))}
      ready={!isEmptyDraft({ text, shapes }) || comment.images.length > 0}
      busy={busy && "Saving..."}
      members={members}
      start={isDrawable && <ToolButtons draft={draft} />}
    >
      {isDrawable && (tool !== null || shapes.length > 0) && <DrawingTools draft={draft} />}
    </CommentForm>
  );
}
