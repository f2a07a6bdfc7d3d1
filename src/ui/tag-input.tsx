import { X } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";

import { splitTags } from "#core/written-text.ts";

import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { finishedTags } from "./split-tags.ts";

interface TagInputProps extends FieldProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
  /** The input, which a form focuses if the tags have an issue. */
  ref?: RefCallback<HTMLInputElement>;
}

/**
 * Enter or a comma adds a tag, × removes it, Backspace in an empty input removes the last one. A pasted list becomes
 * several tags. Text left in the input is added when the input loses the focus or the form is submitted.
 */
export function TagInput({ value, onChange, placeholder, disabled, ref, ...field }: TagInputProps) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const remove = (tag: string) => onChange(value.filter((other) => other !== tag));
  const addAll = (tags: readonly string[]) => {
    const added = tags.filter((tag) => !value.includes(tag));
    if (added.length > 0) onChange([...value, ...added]);
  };
  const add = () => {
    addAll(splitTags(text));
    setText("");
  };
  const type = (typed: string) => {
    const { tags, rest } = finishedTags(typed);
    addAll(tags);
    setText(rest);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text");
    const { tags } = finishedTags(pasted);
    if (tags.length === 0) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const before = text.slice(0, selectionStart ?? text.length);
    addAll(splitTags(before + pasted + text.slice(selectionEnd ?? text.length)));
    setText("");
  };
  const addUnfinished = useEffectEvent(add);
  useEffect(() => {
    const form = input.current?.form;
    const listen = () => addUnfinished();
    // In the capture phase, before the form's own handler reads the values.
    form?.addEventListener("submit", listen, { capture: true });
    return () => form?.removeEventListener("submit", listen, { capture: true });
  }, []);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "") {
      onChange(value.slice(0, -1));
    }
  };
  return (
    <Field {...field}>
      {(wiring) => (
        <div
          className={classNames(
            controlClass,
            "flex min-h-10 flex-wrap items-center gap-1.5 px-2! py-1.5 ring-around-text has-[input:disabled]:border-line has-[input:disabled]:bg-raised pointer-coarse:min-h-11",
            field.error && "border-fault!",
          )}
        >
          {value.map((tag) => (
            <span
              key={tag}
              className="flex max-w-full items-center rounded-xs bg-raised pl-2 text-sm text-ink"
            >
              <span dir="auto" title={tag} className="truncate">
                {tag}
              </span>
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                disabled={disabled}
                onClick={() => {
                  remove(tag);
                  input.current?.focus();
                }}
                className="flex size-7 shrink-0 items-center justify-center rounded-xs text-soft enabled-hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:size-11"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </span>
          ))}
          <input
            {...wiring}
            ref={(element) => {
              input.current = element;
              ref?.(element);
            }}
            type="text"
            value={text}
            disabled={disabled}
            placeholder={value.length === 0 ? placeholder : undefined}
            enterKeyHint="enter"
            autoComplete="off"
            onChange={({ target, nativeEvent }) => {
              // An input method's text is not cut before it is confirmed.
              if ((nativeEvent as InputEvent).isComposing) setText(target.value);
              else type(target.value);
            }}
            onCompositionEnd={(event) => type(event.currentTarget.value)}
            onPaste={paste}
            onKeyDown={press}
            onBlur={add}
            className="h-7 min-w-24 flex-1 bg-transparent px-1 pointer-coarse:-my-1.5 pointer-coarse:h-11"
          />
        </div>
      )}
    </Field>
  );
}
