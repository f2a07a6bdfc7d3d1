import type { ComponentProps, ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";

interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, keyof FieldProps | "id"> {
  /** Shown inside the control before or after the text, such as an icon or a unit. */
  start?: ReactNode;
  end?: ReactNode;
  inputClassName?: string;
}

export function TextField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  start,
  end,
  inputClassName,
  ...input
}: TextFieldProps) {
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
          {start && <span className="pointer-events-none absolute left-3 flex text-faint">{start}</span>}
          <input
            type="text"
            dir="auto"
            {...input}
            {...wiring}
            className={classNames(
              controlClass,
              "h-10 pointer-coarse:h-11",
              Boolean(start) && "pl-9!",
              Boolean(end) && "pr-11!",
              inputClassName,
            )}
          />
          {end && <span className="absolute right-1 flex items-center text-soft">{end}</span>}
        </div>
      )}
    </Field>
  );
}
