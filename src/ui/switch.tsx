import { useId, type ComponentProps, type ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "id" | "role" | "children"> {
  label: ReactNode;
  hint?: ReactNode;
}

/** Something that is on or off at once. The knob is a small playhead block on its groove. */
export function Switch({ label, hint, className, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className={classNames("flex min-h-11 items-center justify-between gap-6", className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="text-base font-medium text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-soft">
            {hint}
          </p>
        )}
      </div>
      <span className="relative inline-flex h-6 w-10 shrink-0">
        <input
          {...input}
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its state itself.
          role="switch"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer h-6 w-10 appearance-none rounded-sm border border-edge bg-panel transition-colors before:absolute before:-inset-2.5 checked:border-ink checked:bg-ink enabled-hover:border-soft disabled:opacity-50"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 h-4 w-3.5 rounded-xs bg-soft transition-transform duration-150 peer-checked:translate-x-4.5 peer-checked:bg-on-ink"
        />
      </span>
    </div>
  );
}
