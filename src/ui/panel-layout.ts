import { useSyncExternalStore } from "react";

import { useMediaQuery } from "./use-media-query.ts";

// The variants `beside` and `low` of base.css.
export const beside = "(width >= 1100px), (width >= 640px) and (aspect-ratio >= 6/5)";
const low = "(640px <= width < 1100px) and (height < 36rem) and (aspect-ratio >= 6/5)";

function onFullscreen(listen: () => void): () => void {
  document.addEventListener("fullscreenchange", listen);
  return () => document.removeEventListener("fullscreenchange", listen);
}

/**
 * The element that scrolls the list of a panel: the list itself where the panel is beside the picture and in full screen, the whole panel
 * in low windows, or the page.
 */
export function usePanelScroller(): "list" | "panel" | "page" {
  const isBeside = useMediaQuery(beside);
  const isLow = useMediaQuery(low);
  const isFull = useSyncExternalStore(onFullscreen, () => document.fullscreenElement !== null);
  if (isLow) return "panel";
  return isBeside || isFull ? "list" : "page";
}
