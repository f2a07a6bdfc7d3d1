import { type RefObject, useLayoutEffect, useRef } from "react";

interface LastingFocus {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: () => void;
  onBlur: () => void;
}

/** When the control that had the focus goes, as with a new stage, the first one that is there now gets it. */
export function useLastingFocus(): LastingFocus {
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
