import { useId, type ComponentProps, type ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface RadioCardsProps extends Omit<ComponentProps<"input">, "type" | "id" | "children" | "value"> {
  label: ReactNode;
  options: readonly { value: string; label: string; description?: string; icon?: ReactNode }[];
  /** The selected value of a controlled input; omit it with a form library that registers inputs. */
  value?: string | undefined;
  /** Help text below the cards. */
  hint?: string | undefined;
  error?: string | undefined;
}

/** Radio buttons as cards with descriptions, side by side where they fit. */
export function RadioCards({ label, options, value, hint, error, className, ...input }: RadioCardsProps) {
  const id = useId();
  return (
    <fieldset
      className={classNames("min-w-0", className)}
      aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined}
    >
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div className="grid auto-cols-fr gap-2 sm:grid-flow-col">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex cursor-pointer items-start gap-3 rounded-sm border border-edge p-3 text-soft transition-colors enabled-hover:border-soft has-checked:border-ink has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            {option.icon}
            <span className="min-w-0 flex-1">
              <span className="block font-semibold text-ink">{option.label}</span>
              {option.description && <span className="block text-sm">{option.description}</span>}
            </span>
            <input
              name={id}
              {...input}
              type="radio"
              value={option.value}
              {...(value === undefined ? {} : { checked: value === option.value })}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-edge outline-none checked:border-5 checked:border-ink"
            />
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-fault empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
