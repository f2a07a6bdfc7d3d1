import { X } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefCallback } from "react";

import { Avatar } from "./avatar.tsx";
import { classNames } from "./class-names.ts";
import { ComboboxList, type ComboboxOption } from "./combobox-list.tsx";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

interface ComboboxProps extends FieldProps {
  value: ComboboxOption | null;
  onChange: (option: ComboboxOption | null) => void;
  /** Called with the trimmed text when typing has rested for `delay` ms, and with "" when the list opens. */
  onQueryChange: (query: string) => void;
  delay?: number;
  options: readonly ComboboxOption[];
  loading?: boolean;
  emptyText: string;
  placeholder?: string;
  disabled?: boolean;
  /** Is handed the input, so that a form can put the focus into it. */
  ref?: RefCallback<HTMLInputElement>;
}

/** Finds one of many as one types; the chosen one stands in the field and can be taken out. */
export function Combobox({
  value,
  onChange,
  onQueryChange,
  delay = 500,
  options,
  loading = false,
  emptyText,
  placeholder,
  disabled,
  ref,
  ...field
}: ComboboxProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const hold = (element: HTMLInputElement | null) => {
    input.current = element;
    ref?.(element);
  };
  const query = useRef(onQueryChange);
  useEffect(() => {
    query.current = onQueryChange;
  }, [onQueryChange]);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => query.current(text.trim()), text ? delay : 0);
    return () => clearTimeout(timer);
  }, [open, text, delay]);

  const active = Math.min(at, options.length - 1);
  const choose = (option: ComboboxOption | null) => {
    onChange(option);
    setText("");
    setAt(0);
    setOpen(false);
    if (!option) requestAnimationFrame(() => input.current?.focus());
  };
  const press = (event: KeyboardEvent) => {
    const option = options[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) setOpen(true);
      else
        setAt((active + (event.key === "ArrowDown" ? 1 : -1) + options.length) % Math.max(1, options.length));
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      if (option && !loading) choose(option);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <Field {...field}>
      {(wiring) =>
        value ? (
          <div
            className={classNames(
              controlClass,
              "flex h-10 items-center gap-2.5 pr-1! has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ink pointer-coarse:h-11",
              disabled && "border-line! bg-raised! text-soft!",
            )}
          >
            <Avatar name={value.label} src={value.avatarUrl} size={24} />
            <input
              {...wiring}
              ref={hold}
              readOnly
              value={value.label}
              className="min-w-0 flex-1 bg-transparent outline-none"
            />
            <IconButton
              size="small"
              label={`Remove ${value.label}`}
              icon={<X className="size-4" />}
              disabled={disabled}
              onClick={() => choose(null)}
            />
          </div>
        ) : (
          <div className="relative">
            <input
              {...wiring}
              ref={hold}
              role="combobox"
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
              autoComplete="off"
              value={text}
              disabled={disabled}
              placeholder={placeholder}
              onChange={(event) => {
                setText(event.target.value);
                setAt(0);
                setOpen(true);
              }}
              onClick={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={press}
              className={classNames(controlClass, "h-10 pointer-coarse:h-11")}
            />
            {open && (
              <ComboboxList
                id={listId}
                active={active}
                options={options}
                loading={loading}
                emptyText={emptyText}
                onChoose={choose}
                onPoint={setAt}
              />
            )}
          </div>
        )
      }
    </Field>
  );
}
