import { type PointerEvent, useEffect, useEffectEvent, useState } from "react";

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
  const [isResting, setResting] = useState(false);
  const onTimeout = useEffectEvent(() => {
    if (!document.hidden) onDwell?.();
  });
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => onTimeout(), dwellTime);
    return () => clearTimeout(timer);
  }, [isResting]);
  const start = () => setResting(true);
  const stop = () => setResting(false);
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
