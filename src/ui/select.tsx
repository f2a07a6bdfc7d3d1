import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { classNames } from "#ui/class-names.ts";
import { controlClass, Field, type FieldProps } from "#ui/field.tsx";

interface SelectProps extends FieldProps, Omit<ComponentProps<"select">, keyof FieldProps | "id"> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** The empty first choice; without it the first option is chosen. */
  placeholder?: string;
}

/** The browser's own list of choices: right on phones, and drawn like ours where the browser lets us (forms.css). */
export function Select({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className }}>
      {(wiring) => (
        <div className="relative flex items-center">
          <select
            {...select}
            {...wiring}
            className={classNames(controlClass, "drawn-select h-10 pr-9! pointer-coarse:h-11")}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute right-3 size-4 text-soft" />
        </div>
      )}
    </Field>
  );
}
