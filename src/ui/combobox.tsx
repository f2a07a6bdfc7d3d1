import { X } from "lucide-react";
import { Popover } from "radix-ui";
import { useId, useRef, useState, type KeyboardEvent, type RefCallback } from "react";

import { Avatar } from "./avatar.tsx";
import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldProps, type FieldWiring } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { type Option, optionId, OptionList } from "./option-list.tsx";
import { Spinner } from "./spinner.tsx";
import { useActiveOption } from "./use-active-option.ts";

interface ComboboxProps extends FieldProps {
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Called with the trimmed text when the list opens and on every change. */
  onQueryChange: (query: string) => void;
  options: readonly Option[];
  loading?: boolean;
  emptyText: string;
  placeholder?: string;
  disabled?: boolean;
  /** Receives the input element, so that a form can focus it. */
  ref?: RefCallback<HTMLInputElement>;
}

/** A field to search for an option and choose it. The chosen option is shown in the field and can be removed. */
export function Combobox(props: ComboboxProps) {
  const { value, onChange, disabled, ref } = props;
  const input = useRef<HTMLInputElement>(null);
  const setInput = (element: HTMLInputElement | null) => {
    input.current = element;
    ref?.(element);
  };
  const remove = () => {
    onChange(null);
    requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <Field {...props}>
      {(wiring) =>
        value ? (
          <ChosenOption option={value} wiring={wiring} ref={setInput} disabled={disabled} onRemove={remove} />
        ) : (
          <OptionSearch {...props} wiring={wiring} ref={setInput} />
        )
      }
    </Field>
  );
}

interface ChosenOptionProps {
  option: Option;
  wiring: FieldWiring;
  ref: RefCallback<HTMLInputElement>;
  disabled: boolean | undefined;
  onRemove: () => void;
}

function ChosenOption({ option, wiring, ref, disabled, onRemove }: ChosenOptionProps) {
  return (
    <div
      className={classNames(
        controlClass,
        "flex h-10 items-center gap-2.5 pr-1! ring-around-text pointer-coarse:h-11",
        disabled && "border-line! bg-raised! text-soft!",
      )}
    >
      <Avatar name={option.label} src={option.avatarUrl} size={24} />
      <input {...wiring} ref={ref} readOnly value={option.label} className="min-w-0 flex-1 bg-transparent" />
      <IconButton
        size="small"
        label={`Remove ${option.label}`}
        icon={<X className="size-4" />}
        disabled={disabled}
        onClick={onRemove}
      />
    </div>
  );
}

interface OptionSearchProps extends Omit<ComboboxProps, "value" | keyof FieldProps> {
  wiring: FieldWiring;
}

/** The input to search with, and the options found. */
function OptionSearch(props: OptionSearchProps) {
  const { wiring, ref, onChange, onQueryChange, options, loading, emptyText, placeholder, disabled } = props;
  const listId = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const { active, activate, onKeyDown } = useActiveOption(options);
  const show = (query: string) => {
    setOpen(true);
    onQueryChange(query.trim());
  };
  const choose = (option: Option) => {
    onChange(option);
    setText("");
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      show(text);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = options[active];
      if (option && !loading) choose(option);
    } else onKeyDown(event);
  };
  const status = loading ? "Searching..." : options.length === 0 ? emptyText : null;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <input
          {...wiring}
          ref={ref}
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && options[active] ? optionId(listId, active) : undefined}
          autoComplete="off"
          value={text}
          disabled={disabled}
          placeholder={placeholder}
          onChange={(event) => {
            setText(event.target.value);
            show(event.target.value);
          }}
          onClick={() => !open && show(text)}
          onKeyDown={press}
          className={classNames(controlClass, "h-10 pointer-coarse:h-11")}
        />
      </Popover.Anchor>
      <Popover.Content
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        // The focus stays in the input.
        onOpenAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => (event.target as Element).id === wiring.id && event.preventDefault()}
        className="z-30 w-(--radix-popover-trigger-width) rounded-md border bg-panel"
      >
        <output className="flex items-center gap-2 px-3 py-3 text-sm text-soft empty:hidden">
          {loading && <Spinner />}
          {status}
        </output>
        <OptionList
          id={listId}
          label="Results"
          options={options}
          active={active}
          hidden={status !== null}
          onChoose={choose}
          onPoint={activate}
          className="p-1"
        />
      </Popover.Content>
    </Popover.Root>
  );
}
