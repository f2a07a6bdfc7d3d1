import { useCallback, useSyncExternalStore, type RefObject } from "react";

function subscribe(listen: () => void): () => void {
  document.addEventListener("fullscreenchange", listen);
  return () => document.removeEventListener("fullscreenchange", listen);
}

/** Whether an element fills the screen, and the switch for it. */
export function useFullscreen(ref: RefObject<HTMLElement | null>): { full: boolean; toggleFull: () => void } {
  const full = useSyncExternalStore(
    subscribe,
    () => ref.current !== null && document.fullscreenElement === ref.current,
  );
  const toggleFull = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : ref.current?.requestFullscreen({ navigationUI: "hide" });
    // A browser may refuse (a frame without permission); the picture then simply stays where it is.
    change?.catch(() => undefined);
  }, [ref]);
  return { full, toggleFull };
}
