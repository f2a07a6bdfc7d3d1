import {
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { Virtualizer, WindowVirtualizer } from "virtua";

import { CommentThread } from "./comment-thread.tsx";
import type { OpenForm } from "./comments-context.ts";
import type { Thread } from "./threads.ts";
import { useOwnScrolling } from "./use-own-scrolling.ts";

interface CommentListProps {
  threads: readonly Thread[];
  selectedId: string | null;
  form: OpenForm | null;
  /** The comment to scroll to; a new object scrolls again. */
  scrollTo: { id: string } | null;
  /** Shown above the comments, scrolls with them. */
  before: ReactNode;
}

interface Scroller {
  scrollToIndex: (index: number, options: { align: "nearest" | "center" }) => void;
}

/** The comments, virtualised. */
export function CommentList({ threads, selectedId, form, scrollTo, before }: CommentListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<Scroller>(null);
  const [head, headHeight] = useHeight();
  const isOwn = useOwnScrolling();
  const withForm = form === null ? -1 : threads.findIndex((thread) => containsForm(thread, form));
  const scrolledTo = useRef<object>(null);
  useEffect(() => {
    const index = threads.findIndex(({ comment }) => comment.id === scrollTo?.id);
    // Not in the list yet: the next one may contain it.
    if (index < 0 || scrolledTo.current === scrollTo) return;
    scrolledTo.current = scrollTo;
    scroller.current?.scrollToIndex(index, { align: isOwn ? "nearest" : "center" });
  }, [scrollTo, threads, isOwn]);
  const list = {
    ref: scroller as RefObject<null>,
    data: threads,
    // A row with a form keeps its focus and text while it is scrolled away.
    keepMounted: withForm < 0 ? [] : [withForm],
    children: (thread: Thread, index: number) => (
      <CommentThread
        key={thread.comment.id}
        thread={thread}
        selected={thread.comment.id === selectedId}
        form={index === withForm ? form : null}
        position={index + 1}
        count={threads.length}
      />
    ),
  };
  if (!isOwn) {
    return (
      <section aria-label="Comments" className="-mx-4 grow">
        {before}
        <WindowVirtualizer {...list} />
      </section>
    );
  }
  return (
    <section
      ref={frame}
      aria-label="Comments"
      className="-mx-4 min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
    >
      <div ref={head}>{before}</div>
      <Virtualizer {...list} scrollRef={frame} startMargin={headHeight} />
    </section>
  );
}

/** A ref, and the height of its element in CSS pixels, also after it has changed. */
function useHeight(): [RefCallback<HTMLElement>, number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, height];
}

function containsForm({ comment, replies }: Thread, { commentId }: OpenForm): boolean {
  return comment.id === commentId || replies.some(({ id }) => id === commentId);
}
