import { useId, type ReactNode } from "react";

import { classNames } from "./class-names.ts";

export interface FieldProps {
  label: ReactNode;
  /** One line under the control: what to enter, limits. */
  hint?: ReactNode;
  /** What is wrong and what to do; replaces nothing, is announced, marks the control as invalid. */
  error?: string | undefined;
  /** Writes "optional" beside the label. */
  optional?: boolean;
  /** Keeps the label for assistive technology only. */
  hideLabel?: boolean;
  className?: string;
}

interface FieldWiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldFrameProps extends FieldProps {
  children: (wiring: FieldWiring) => ReactNode;
}

/** Label, hint and error around one control; the control spreads the wiring it is handed. */
export function Field({ label, hint, error, optional, hideLabel, className, children }: FieldFrameProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const wiring: FieldWiring = {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? true : undefined,
  };
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium text-ink"}>
        {label}
        {optional && <span className="ml-2 font-normal text-faint">optional</span>}
      </label>
      {children(wiring)}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="text-sm font-medium text-fault empty:hidden">
        {error}
      </p>
    </div>
  );
}

/** The look of anything one types into or picks from. */
export const controlClass = classNames(
  "w-full min-w-0 rounded-sm border border-edge bg-panel px-3 text-base text-ink transition-colors",
  "enabled-hover:border-soft focus-visible:border-ink focus-visible:outline-offset-0",
  "disabled:border-line disabled:bg-raised disabled:text-soft",
  "aria-invalid:border-fault",
);
