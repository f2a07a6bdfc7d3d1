import { Search, X } from "lucide-react";
import { type Ref, useRef } from "react";

import { IconButton } from "./icon-button.tsx";
import { TextField } from "./text-field.tsx";

interface SearchFieldProps {
  /** Accessible name. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
  maxLength?: number;
  /** Whether it takes the focus as soon as it is shown. */
  takesFocus?: boolean;
  className?: string;
}

/** A field for a search, with a button that clears it. */
export function SearchField({ value, onChange, ref, takesFocus, ...field }: SearchFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange("");
    frame.current?.querySelector("input")?.focus();
  };
  return (
    <div ref={frame} className={field.className}>
      <TextField
        {...field}
        className=""
        ref={ref}
        hideLabel
        type="search"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only for fields that the user has just asked for.
        autoFocus={takesFocus}
        start={<Search aria-hidden className="size-4" />}
        end={
          value !== "" && (
            <IconButton
              size="small"
              label="Clear the search"
              icon={<X aria-hidden className="size-4" />}
              onClick={clear}
            />
          )
        }
        inputClassName="[&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  );
}
