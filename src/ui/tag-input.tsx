import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";

import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";

interface TagInputProps extends FieldProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
}

/**
 * Enter adds the trimmed text once, × removes, Backspace in the empty input takes the last one away. What is still being
 * typed when the form is sent is added before that.
 */
export function TagInput({ value, onChange, placeholder, disabled, ...field }: TagInputProps) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const remove = (tag: string) => onChange(value.filter((other) => other !== tag));
  const add = () => {
    const tag = text.trim();
    if (tag && !value.includes(tag)) onChange([...value, tag]);
    setText("");
  };
  const addUnfinished = useEffectEvent(add);
  useEffect(() => {
    const form = input.current?.form;
    const listen = () => addUnfinished();
    // While it is captured: the form reads its values when the event has come back up.
    form?.addEventListener("submit", listen, { capture: true });
    return () => form?.removeEventListener("submit", listen, { capture: true });
  }, []);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
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
            "flex min-h-10 flex-wrap items-center gap-1.5 px-2! py-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ink has-[input:disabled]:border-line has-[input:disabled]:bg-raised pointer-coarse:min-h-11",
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
            ref={input}
            type="text"
            value={text}
            disabled={disabled}
            placeholder={value.length === 0 ? placeholder : undefined}
            enterKeyHint="enter"
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={press}
            className="h-7 min-w-24 flex-1 bg-transparent px-1 outline-none pointer-coarse:-my-1.5 pointer-coarse:h-11"
          />
        </div>
      )}
    </Field>
  );
}
