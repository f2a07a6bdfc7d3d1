import { Check } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "id" | "children"> {
  label: ReactNode;
  hint?: ReactNode;
  /** Hides the label visually. */
  hideLabel?: boolean;
}

export function Checkbox({ label, hint, hideLabel, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
        <span className="relative flex size-5 shrink-0">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-describedby={hint ? `${id}-hint` : undefined}
            className="peer size-5 appearance-none rounded-xs border border-edge bg-panel transition-colors checked:border-ink checked:bg-ink enabled-hover:border-soft disabled:opacity-50 pointer-coarse:before:absolute pointer-coarse:before:-inset-3"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.5 size-4 text-on-ink opacity-0 peer-checked:opacity-100"
          />
        </span>
        <label htmlFor={id} className={hideLabel ? "sr-only" : "text-base text-ink"}>
          {label}
        </label>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="ml-7.5 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
