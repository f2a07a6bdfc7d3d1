import { type PointerEvent, useEffect, useRef } from "react";

import { second } from "#core/time.ts";

/** A notification counts as read once the pointer or the focus has rested on it for this long. */
const dwellTime = second;

interface Dwell {
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** Event handlers that call `onDwell` after the mouse or the focus has rested on the element; null ends it. */
export function useDwell(onDwell: (() => void) | null): Dwell {
  const latest = useRef(onDwell);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = onDwell;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!document.hidden) latest.current?.();
    }, dwellTime);
  };
  const stop = () => clearTimeout(timer.current);
  return {
    // A finger that scrolls the list rests on nothing.
    onPointerEnter: ({ pointerType }) => {
      if (pointerType === "mouse") start();
    },
    onPointerLeave: stop,
    onFocus: start,
    onBlur: stop,
  };
}
