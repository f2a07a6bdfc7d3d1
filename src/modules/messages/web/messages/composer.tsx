import { type KeyboardEvent, useState } from "react";

import { isBlank } from "#core/written-text.ts";
import type { Message } from "#modules/messages/contract/messages.ts";
import { maxMessageImageBytes, maxMessageLength, maxImages } from "#modules/messages/rules/messages.ts";
import { Button } from "#ui/button.tsx";
import { AttachedImages, AttachImagesButton, useImageAttachments } from "#ui/image-attachments.tsx";

import { readDraft, writeDraft } from "./drafts.ts";

interface ComposerProps {
  personId: number;
  name: string;
  /** Images can be sent in accepted conversations only. */
  images: boolean;
  /** The message that is being edited. */
  editing: Message | null;
  onSend: (text: string, images: readonly File[]) => void;
  onSave: (message: Message, text: string) => void;
  onCancelEdit: () => void;
  onTyping: () => void;
}

/** The input of a conversation. Keeps its unsent text per conversation. Mount it with a key per message that is edited. */
export function Composer(props: ComposerProps) {
  const { personId, name, editing, onCancelEdit } = props;
  const [text, setText] = useState(() => editing?.text ?? readDraft(personId));
  const images = useImageAttachments({ maxFiles: maxImages, maxBytes: maxMessageImageBytes });
  const ready = !isBlank(text) || images.files.length > 0;

  const change = (next: string) => {
    setText(next);
    if (editing) return;
    writeDraft(personId, next);
    if (!isBlank(next)) props.onTyping();
  };
  const submit = () => {
    if (!ready) return;
    if (editing) {
      props.onSave(editing, text.trim());
      return;
    }
    props.onSend(text.trim(), images.files);
    change("");
    images.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && editing) onCancelEdit();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      className="shrink-0 px-4 pb-4 sm:px-6 wide:pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {editing && (
        <p className="mb-2 flex items-center justify-between text-sm text-soft">
          Editing your message
          <Button size="small" variant="quiet" onClick={onCancelEdit}>
            Cancel
          </Button>
        </p>
      )}
      <AttachedImages {...images} />
      <div className="flex items-end gap-1.5 rounded-sm border border-edge bg-panel p-1.5 ring-around-text">
        {props.images && !editing && <AttachImagesButton onAttach={images.attach} />}
        <textarea
          rows={1}
          dir="auto"
          aria-label={`Message ${name}`}
          placeholder={`Message ${name}`}
          maxLength={maxMessageLength}
          value={text}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just chosen to edit it.
          autoFocus={editing !== null}
          className="field-sizing-content max-h-40 min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2 py-2 text-ink placeholder:text-faint pointer-coarse:min-h-11"
        />
        <Button type="submit" variant="primary" disabled={!ready}>
          {editing ? "Save" : "Send"}
        </Button>
      </div>
    </form>
  );
}
