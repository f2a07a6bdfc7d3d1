import { useId, type ReactNode, type Ref } from "react";

import { classNames } from "./class-names.ts";

export interface FieldProps {
  label: ReactNode;
  /** Help text below the control. */
  hint?: ReactNode;
  /** The problem and its solution. Read by screen readers; marks the control as invalid. */
  error?: string | undefined;
  /** The text of the error, for a form that moves the focus there. */
  errorRef?: Ref<HTMLParagraphElement>;
  /** Shows "optional" next to the label. */
  optional?: boolean;
  /** Hides the label visually. */
  hideLabel?: boolean;
  className?: string;
}

/** ARIA attributes of a control. */
export interface FieldWiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldFrameProps extends FieldProps {
  children: (wiring: FieldWiring) => ReactNode;
}

/** Label, hint and error of a control. The control spreads the given ARIA attributes. */
export function Field({ label, hint, error, errorRef, ...frame }: FieldFrameProps) {
  const { optional, hideLabel, className, children } = frame;
  const id = useId();
  const described = [optional && `${id}-optional`, hint && `${id}-hint`, error && `${id}-error`];
  const wiring: FieldWiring = {
    id,
    "aria-describedby": described.filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  };
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      {/* Beside the label, so that it is no part of the control's name. */}
      <span className={hideLabel ? "sr-only" : "flex flex-wrap items-baseline gap-x-2 text-sm"}>
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        {optional && (
          <span id={`${id}-optional`} className="text-faint">
            optional
          </span>
        )}
      </span>
      {children(wiring)}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <p
        ref={errorRef}
        id={`${id}-error`}
        role="alert"
        tabIndex={errorRef ? -1 : undefined}
        className="scroll-my-24 text-sm font-medium text-fault empty:hidden"
      >
        {error}
      </p>
    </div>
  );
}

/** Styles of text inputs and selects. */
export const controlClass = classNames(
  "w-full min-w-0 rounded-sm border border-edge bg-panel px-3 text-base text-ink transition-colors",
  "enabled-hover:border-soft focus-visible:border-ink focus-visible:outline-offset-0",
  "disabled:border-line disabled:bg-raised disabled:text-soft",
  "aria-invalid:border-fault",
);
