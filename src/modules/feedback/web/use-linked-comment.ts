import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { toast } from "sonner";

import type { Comments } from "./use-comments.ts";

/** Opens the comment that the URL names with `?comment=`, once it is loaded. Returns the frame of that comment. */
export function useLinkedComment(
  { threads, complete }: Pick<Comments, "threads" | "complete">,
  /** Stays the same between renders. */
  show: (commentId: string) => void,
): number | undefined {
  const [search] = useSearchParams();
  const linked = search.get("comment");
  const opened = useRef<string | null>(null);
  const target = linked === null ? undefined : threads.find(({ comment }) => comment.id === linked)?.comment;
  const isFound = target !== undefined;
  useEffect(() => {
    if (linked === null || opened.current === linked || (!isFound && !complete)) return;
    opened.current = linked;
    if (isFound) show(linked);
    else toast.error("This comment doesn't exist, or it was deleted.");
  }, [linked, isFound, complete, show]);
  return target?.inFrame;
}
