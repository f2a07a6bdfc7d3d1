import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import { toast } from "sonner";

import type { Comments } from "./threads.ts";

/** The id of the comment that the URL names with `?comment=`. */
export function useLinkedId(): string | null {
  return useSearchParams()[0].get("comment");
}

/** Opens the comment that the URL names, once it is loaded. */
export function useLinkedComment({ threads, complete }: Comments, show: (id: string) => void): void {
  const linked = useLinkedId();
  const opened = useRef<string | null>(null);
  const isLoaded = threads.some(({ comment }) => comment.id === linked);
  const onLoad = useEffectEvent(show);
  useEffect(() => {
    if (linked === null || opened.current === linked || (!isLoaded && !complete)) return;
    opened.current = linked;
    if (isLoaded) onLoad(linked);
    else toast.error("This comment doesn't exist, or it was deleted.");
  }, [linked, isLoaded, complete]);
}
