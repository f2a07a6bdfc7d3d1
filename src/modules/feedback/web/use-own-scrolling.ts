import { useSyncExternalStore } from "react";

import { useMediaQuery } from "#ui/use-media-query.ts";

function onFullscreen(listen: () => void): () => void {
  document.addEventListener("fullscreenchange", listen);
  return () => document.removeEventListener("fullscreenchange", listen);
}

/** Whether the comments scroll by themselves: beside the picture and in full screen. Otherwise they scroll with the page. */
export function useOwnScrolling(): boolean {
  const wide = useMediaQuery("(min-width: 1100px)");
  const full = useSyncExternalStore(onFullscreen, () => document.fullscreenElement !== null);
  return wide || full;
}
