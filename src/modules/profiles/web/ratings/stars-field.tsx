import { Star } from "lucide-react";
import { type Ref, useId, useState } from "react";

import { starLabels } from "#modules/profiles/rules/profiles.ts";
import { classNames } from "#ui/class-names.ts";

interface StarsFieldProps {
  label: string;
  /** 1 to 5, or 0 if no rating is chosen. */
  value: number;
  onChange: (stars: number) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** The star that can be focused. */
  ref?: Ref<HTMLInputElement>;
}

/** One to five stars as radio buttons. Hovering previews the rating. */
export function StarsField({ label, value, onChange, error, disabled, ref }: StarsFieldProps) {
  const id = useId();
  const [hovered, setHovered] = useState(0);
  const visibleStars = disabled ? value : hovered || value;
  return (
    <fieldset disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-medium text-ink">{label}</legend>
      <div className="-ml-2.5 flex flex-wrap items-center" onPointerLeave={() => setHovered(0)}>
        {starLabels.map((word, index) => {
          const stars = index + 1;
          return (
            <label
              key={word}
              onPointerEnter={(event) => {
                if (event.pointerType === "mouse") setHovered(stars);
              }}
              className="flex size-11 cursor-pointer items-center justify-center rounded-sm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ink"
            >
              <input
                ref={stars === Math.max(value, 1) ? ref : undefined}
                type="radio"
                name={id}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                className="sr-only"
              />
              <Star
                aria-hidden
                strokeWidth={1.5}
                className={classNames(
                  "size-7 transition-colors",
                  stars <= visibleStars ? "fill-ink text-ink" : "fill-transparent text-edge",
                )}
              />
              <span className="sr-only">
                {stars === 1 ? "1 star" : `${stars} stars`}, {word}
              </span>
            </label>
          );
        })}
        <span aria-hidden className="ml-2 text-sm text-soft">
          {starLabels[visibleStars - 1]}
        </span>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1 text-sm font-medium text-fault empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
