import { ImagePlus, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { toast } from "sonner";

import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";

import type { Message } from "../contract.ts";
import { largestMessageImage, longestMessage, mostImages } from "../rules.ts";
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
  const [files, setFiles] = useState<readonly File[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const ready = text.trim() !== "" || files.length > 0;

  const change = (next: string) => {
    setText(next);
    if (editing) return;
    writeDraft(personId, next);
    if (next.trim() !== "") props.onTyping();
  };
  const submit = () => {
    if (!ready) return;
    if (editing) {
      props.onSave(editing, text.trim());
      return;
    }
    props.onSend(text.trim(), files);
    change("");
    setFiles([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && editing) onCancelEdit();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const attach = (chosen: readonly File[]) => {
    const small = chosen.filter(({ size }) => size <= largestMessageImage);
    if (small.length < chosen.length) toast.error("Images can have up to 10 MB.");
    if (files.length + small.length > mostImages) toast.error(`Attach up to ${mostImages} images.`);
    setFiles([...files, ...small].slice(0, mostImages));
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
      {files.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.lastModified}`}
              className="flex max-w-full items-center gap-1 rounded-sm border bg-panel pl-3 text-sm"
            >
              <span className="truncate">{file.name}</span>
              <IconButton
                label={`Remove ${file.name}`}
                size="small"
                icon={<X aria-hidden className="size-4" />}
                onClick={() => setFiles(files.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-1.5 rounded-sm border border-edge bg-panel p-1.5 focus-within:border-ink">
        {props.images && !editing && (
          <>
            <input
              ref={picker}
              type="file"
              accept="image/png,image/jpeg,image/gif,image/webp"
              multiple
              hidden
              onChange={({ target }) => {
                attach([...(target.files ?? [])]);
                target.value = "";
              }}
            />
            <IconButton
              label="Attach images"
              icon={<ImagePlus aria-hidden className="size-5" strokeWidth={1.75} />}
              onClick={() => picker.current?.click()}
            />
          </>
        )}
        <textarea
          rows={1}
          dir="auto"
          aria-label={`Message ${name}`}
          placeholder={`Message ${name}`}
          maxLength={longestMessage}
          value={text}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={editing !== null}
          className="field-sizing-content max-h-40 min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2 py-2 text-ink placeholder:text-faint focus-visible:outline-none pointer-coarse:min-h-11"
        />
        <Button type="submit" variant="primary" disabled={!ready}>
          {editing ? "Save" : "Send"}
        </Button>
      </div>
    </form>
  );
}
