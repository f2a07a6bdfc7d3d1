import { type RefCallback, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, WindowVirtualizer } from "virtua";

import { framesPerSecond, type Rate } from "#modules/media/rules/frames.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { usePanelScroller } from "#ui/panel-layout.ts";

import { type OpenForm, useReview, useReviewSession } from "../public/review-session.tsx";
import { Checklist } from "./checklist.tsx";
import { noFilter } from "./comment-filter.ts";
import { CommentThread } from "./comment-thread.tsx";
import { useCommentsContext } from "./comments-context.ts";
import { type Comments, filterThreads, type Thread } from "./threads.ts";
import { useActiveThread } from "./use-active-thread.ts";

interface CommentListProps {
  version: number;
  comments: Comments;
  /** Frame rate of the version; null while it is unknown. */
  rate: Rate | null;
}

interface Scroller {
  scrollToIndex: (index: number, options: { align: "nearest" | "center" }) => void;
}

/** The comments and, above them, the requests that match the filter. The comments are virtualised. */
export function CommentList({ version, comments, rate }: CommentListProps) {
  const { threads: all, requests: allRequests } = comments;
  const { user } = useCommentsContext();
  const filter = useReview((state) => state.filter);
  const threads = useMemo(() => filterThreads(all, filter, user.id), [all, filter, user.id]);
  const requests = useMemo(() => filterThreads(allRequests, filter, user.id), [allRequests, filter, user.id]);
  const activeId = useActiveThread(all, rate ? framesPerSecond(rate) : 0);
  const form = useReview((state) => state.form);
  const scrollTo = useReview((state) => state.scrollTo);
  const scrollRef = useRef<HTMLElement>(null);
  const scroller = useRef<Scroller>(null);
  const [measured, margin] = useOffsetBelow(scrollRef);
  const scrolled = usePanelScroller();
  const isPage = scrolled === "page";
  const withForm = form === null ? -1 : threads.findIndex((thread) => containsForm(thread, form));
  const scrolledTo = useRef<object>(null);
  useEffect(() => {
    const index = threads.findIndex(({ comment }) => comment.id === scrollTo?.id);
    // Not in the list yet: the next one may contain it.
    if (index < 0 || scrolledTo.current === scrollTo) return;
    scrolledTo.current = scrollTo;
    scroller.current?.scrollToIndex(index, { align: isPage ? "center" : "nearest" });
  }, [scrollTo, threads, isPage]);
  const list = {
    ref: scroller as RefObject<null>,
    data: threads,
    // A row with a form keeps its focus and text while it is scrolled away.
    keepMounted: withForm < 0 ? [] : [withForm],
    children: (thread: Thread, index: number) => (
      <CommentThread
        key={thread.comment.id}
        thread={thread}
        form={index === withForm ? form : null}
        active={thread.comment.id === activeId}
        position={index + 1}
        count={threads.length}
      />
    ),
  };
  const head = (
    <>
      {requests.length > 0 && (
        <Checklist version={version} requests={requests} comments={comments} matching={threads.length} />
      )}
      {threads.length === 0 && (
        <NoComments hasOthers={all.length > 0 || allRequests.length > requests.length} />
      )}
    </>
  );
  if (isPage) {
    return (
      <section aria-label="Comments" className="-mx-4 grow">
        {head}
        <WindowVirtualizer {...list} />
      </section>
    );
  }
  return (
    <section
      key={scrolled}
      ref={(section) => {
        scrollRef.current = scrolled === "panel" ? (section?.closest("aside") ?? null) : section;
      }}
      aria-label="Comments"
      className={classNames(
        "-mx-4 [overflow-anchor:none]",
        scrolled === "list" && "min-h-24 flex-1 overflow-y-auto",
      )}
    >
      <div ref={measured}>{head}</div>
      <Virtualizer {...list} scrollRef={scrollRef} startMargin={margin} />
    </section>
  );
}

/** A ref, and where its element ends in the content of a scroller, in CSS pixels, also after content above has changed. */
function useOffsetBelow(scrollRef: RefObject<HTMLElement | null>): [RefCallback<HTMLElement>, number] {
  const [offset, setOffset] = useState(0);
  const ref = useCallback(
    (element: HTMLElement) => {
      const observer = new ResizeObserver(() => {
        const scroller = scrollRef.current;
        if (!scroller) return;
        const top = scroller.getBoundingClientRect().top - scroller.scrollTop;
        setOffset(Math.round(element.getBoundingClientRect().bottom - top));
      });
      // Content above in the panel changes the height of an ancestor.
      for (let part: HTMLElement | null = element; part; part = part.parentElement) {
        observer.observe(part);
        if (part.tagName === "ASIDE") break;
      }
      return () => observer.disconnect();
    },
    [scrollRef],
  );
  return [ref, offset];
}

function containsForm({ comment, replies }: Thread, { commentId }: OpenForm): boolean {
  return comment.id === commentId || replies.some(({ id }) => id === commentId);
}

/** Says why no comment is listed. `hasOthers` if some don't match the filter. */
function NoComments({ hasOthers }: { hasOthers: boolean }) {
  const { writable } = useCommentsContext();
  const { setState } = useReviewSession();
  const { status, mine, withDrawing, search } = useReview((state) => state.filter);
  const isFiltered = mine || withDrawing || search.trim() !== "";
  if (!hasOthers) {
    return (
      <div className="px-4 py-6">
        <p className="font-heading text-xl">No comments yet</p>
        {writable && (
          <p className="mt-1 text-soft">
            Pause on a frame and write what should change. Pen, Arrow, Box and Text draw on the picture. Press
            I and O to comment on a range.
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-6">
      <p className="text-soft">
        {isFiltered
          ? "No matching comments"
          : status === "open"
            ? "No open comments"
            : "No resolved comments"}
      </p>
      <Button size="small" onClick={() => setState({ filter: noFilter })}>
        {isFiltered ? "Clear filters" : "Show all comments"}
      </Button>
    </div>
  );
}
