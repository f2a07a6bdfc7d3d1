import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";

import type { PersonCard } from "#modules/people/contract.ts";

import type { Comment } from "../contract.ts";
import { CommentForm } from "./comment-form.tsx";
import type { DraftOnPicture } from "./draft-on-picture.ts";
import { createEditStore } from "./draft-store.ts";
import { isEmptyDraft } from "./drafts.ts";
import { DrawingTools, ToolButtons } from "./drawing-tools.tsx";
import { mentionedIn } from "./mentions.ts";
import type { EditedContent } from "./use-comment-changes.ts";
import type { EditedComment } from "./use-edited-comment.ts";

interface EditFormProps extends Omit<DraftOnPicture, "draft"> {
  comment: Pick<Comment, "id" | "parentId" | "text" | "inFrame" | "outFrame" | "drawing" | "images">;
  /** Whether the drawing of a comment can be changed: false once the video was deleted. */
  hasVideo: boolean;
  /** Users who can be mentioned. */
  members: readonly PersonCard[];
  /** Shows the drawing over the picture; null ends it. */
  setEdited: (edited: EditedComment | null) => void;
  /** Resolves to whether it was stored. */
  onSave: (edited: EditedContent) => Promise<boolean>;
  onClose: () => void;
}

/** Changes an own comment or reply: its text and, as long as the video is stored, the drawing of a comment. */
export function EditForm(props: EditFormProps) {
  const { comment, hasVideo, members, frames, player, setEdited, onSave, onClose } = props;
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
    const saved = await onSave({
      ...{ text: text.trim(), mentions: mentionedIn(text, members) },
      ...(isDrawable && { drawing: shapes.length > 0 ? { shapes: [...shapes] } : null }),
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
      start={isDrawable && <ToolButtons tool={tool} on={{ draft, frames, player }} />}
    >
      {isDrawable && (tool !== null || shapes.length > 0) && <DrawingTools draft={draft} />}
    </CommentForm>
  );
}
