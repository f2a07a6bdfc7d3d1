import type { ComponentProps } from "react";

import { classNames } from "./class-names.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";

interface TextAreaProps extends FieldProps, Omit<ComponentProps<"textarea">, keyof FieldProps | "id"> {}

/** Grows with its text from `rows` (default 4) to 16 lines. */
export function TextArea({ label, hint, error, optional, hideLabel, className, ...area }: TextAreaProps) {
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
        <textarea
          rows={4}
          dir="auto"
          {...area}
          {...wiring}
          className={classNames(controlClass, "field-sizing-content max-h-96 min-h-24 resize-y py-2")}
        />
      )}
    </Field>
  );
}
