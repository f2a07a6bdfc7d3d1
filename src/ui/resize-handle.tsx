import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

import { classNames } from "./class-names.ts";

export interface ResizableWidth {
  /** Pixels. */
  width: number;
  resize: (width: number) => void;
  min: number;
  max: number;
}

interface Limits {
  initial: number;
  min: number;
  max: number;
}

/** A width in pixels that the user changes, stored in this browser. */
export function useResizableWidth(storageKey: string, { initial, min, max }: Limits): ResizableWidth {
  const limit = (width: number) => Math.min(max, Math.max(min, Math.round(width)));
  const [width, setWidth] = useState(() => limit(storedNumber(storageKey) ?? initial));
  const resize = (next: number) => {
    setWidth(limit(next));
    try {
      localStorage.setItem(storageKey, String(limit(next)));
    } catch {
      // Without storage, the width lasts until the page is closed.
    }
  };
  return { width, resize, min, max };
}

function storedNumber(key: string): number | null {
  try {
    return Number(localStorage.getItem(key)) || null;
  } catch {
    return null;
  }
}

interface ResizeHandleProps extends ResizableWidth {
  label: string;
  /** Id of the resized element, which is to the right of the handle. */
  controls: string;
  className?: string;
}

const step = 16;

/** The separator at the left edge of a panel. Dragging or the arrow keys resize the panel, Home and End to its limits. */
export function ResizeHandle({ label, controls, width, resize, min, max, className }: ResizeHandleProps) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  const press = (event: KeyboardEvent) => {
    const widths: Record<string, number> = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
      Home: min,
      End: max,
    };
    const next = widths[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resize(next);
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  const move = (event: PointerEvent) => {
    if (drag.current) resize(drag.current.width + drag.current.x - event.clientX);
  };
  const end = () => {
    drag.current = null;
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <hr> can't be focused and has no value.
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={press}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className={classNames(
        "w-px cursor-col-resize touch-none bg-line select-none hover:bg-edge",
        "before:absolute before:inset-y-0 before:-inset-x-1.5 pointer-coarse:before:-inset-x-5",
        className,
      )}
    />
  );
}
