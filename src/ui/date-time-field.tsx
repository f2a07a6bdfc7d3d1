import type { ComponentProps } from "react";

import { classNames } from "#ui/class-names.ts";
import { controlClass, Field, type FieldProps } from "#ui/field.tsx";

type Taken = keyof FieldProps | "id" | "type" | "value" | "onChange" | "min" | "max";

interface DateTimeFieldProps extends FieldProps, Omit<ComponentProps<"input">, Taken> {
  value: Date | null;
  /** Called with null while the entry is empty or not yet complete. */
  onChange: (value: Date | null) => void;
  min?: Date;
  max?: Date;
}

/** A moment as the control wants it: the viewer's own clock, to the minute. */
function toLocalText(at: Date | null | undefined): string {
  if (!at || Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** A day and a time of day in the viewer's zone, handed over as a moment. */
export function DateTimeField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  value,
  onChange,
  min,
  max,
  ...input
}: DateTimeFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className }}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          type="datetime-local"
          value={toLocalText(value)}
          min={toLocalText(min) || undefined}
          max={toLocalText(max) || undefined}
          onChange={(event) => onChange(event.target.value ? new Date(event.target.value) : null)}
          className={classNames(controlClass, "numerals h-10 text-sm! pointer-coarse:h-11")}
        />
      )}
    </Field>
  );
}
