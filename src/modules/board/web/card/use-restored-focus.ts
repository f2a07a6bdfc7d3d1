import { type RefObject, useLayoutEffect, useRef } from "react";

interface RestoredFocus {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: () => void;
  onBlur: () => void;
}

/** Moves the focus to the first control of the element when its focused control is removed, as on a new stage. */
export function useRestoredFocus(): RestoredFocus {
  const ref = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) {
      ref.current?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
    }
  });
  return {
    ref,
    onFocus: () => void (inside.current = true),
    onBlur: () => void (inside.current = false),
  };
}
