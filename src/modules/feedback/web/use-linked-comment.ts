import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { toast } from "sonner";

import type { ReviewSession } from "./public/review-session.tsx";
import { showComment } from "./selection.ts";
import type { Comments } from "./threads.ts";

/** Opens the comment that the URL names with `?comment=`, once it is loaded. */
export function useLinkedComment({ threads, complete }: Comments, session: ReviewSession): void {
  const [search] = useSearchParams();
  const linked = search.get("comment");
  const opened = useRef<string | null>(null);
  const target = linked === null ? undefined : threads.find(({ comment }) => comment.id === linked)?.comment;
  const isFound = target !== undefined;
  const linkedFrame = target?.inFrame ?? null;
  useEffect(() => session.setState({ linkedFrame }), [session, linkedFrame]);
  useEffect(() => {
    if (linked === null || opened.current === linked || (!isFound && !complete)) return;
    opened.current = linked;
    if (isFound) showComment(session, linked);
    else toast.error("This comment doesn't exist, or it was deleted.");
  }, [linked, isFound, complete, session]);
}
