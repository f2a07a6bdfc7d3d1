import { useEffect, useId, useState } from "react";

import { classNames } from "./class-names.ts";
import { Track, type TrackProps } from "./track.tsx";

interface TrackNamesProps {
  /** The props of a compact track. */
  track: Pick<TrackProps, "steps" | "position" | "tone" | "label">;
  className?: string;
}

/** A track that shows the names of its steps while it is hovered, focused or after a tap; Escape hides them. */
export function TrackNames({ track, className }: TrackNamesProps) {
  const { steps, position } = track;
  const current = Math.min(Math.floor(position), steps.length - 1);
  const id = useId();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOpen(false);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open]);
  return (
    <div
      className={classNames("relative", className)}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
    >
      <button
        type="button"
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        className="relative block h-6 w-full cursor-default rounded-xs pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
      >
        <Track {...track} />
      </button>
      <div
        id={id}
        role="tooltip"
        hidden={!open}
        className="numerals absolute -inset-x-1 bottom-full z-10 rounded-xs border bg-panel px-1 py-1.5 text-2xs fade"
      >
        <ol className="flex">
          {steps.map((step, index) => (
            <li
              key={step}
              className={classNames(
                "min-w-0 flex-1 text-center whitespace-nowrap",
                index === current ? "font-medium text-ink" : "text-soft",
              )}
            >
              {step}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
