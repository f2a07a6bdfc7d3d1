import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<"select">, keyof FieldProps | "id"> {
  options: readonly { value: string; label: string }[];
}

/** A labelled select. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(wiring) => (
        <div className="relative flex items-center">
          <select
            {...select}
            {...wiring}
            className={classNames(controlClass, "drawn-select h-10 pr-9! pointer-coarse:h-11")}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
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
