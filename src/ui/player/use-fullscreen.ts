import { useCallback, useSyncExternalStore, type RefObject } from "react";

function subscribe(listen: () => void): () => void {
  document.addEventListener("fullscreenchange", listen);
  return () => document.removeEventListener("fullscreenchange", listen);
}

/** Whether an element is in full screen, and a function that toggles it. */
export function useFullscreen(ref: RefObject<HTMLElement | null>): { full: boolean; toggleFull: () => void } {
  const full = useSyncExternalStore(
    subscribe,
    () => ref.current !== null && document.fullscreenElement === ref.current,
  );
  const toggleFull = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : ref.current?.requestFullscreen({ navigationUI: "hide" });
    // The browser may reject it, for example in a frame without permission.
    change?.catch(() => undefined);
  }, [ref]);
  return { full, toggleFull };
}
