import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";

import type { ThreadItem } from "./thread-items.ts";
import type { useThread } from "./use-thread.ts";

/** Pixels from the bottom within which new messages scroll into view. */
const bottomOffset = 20;
/** Pixels from the top at which older messages are requested. */
const loadAhead = 400;
/** Frames without a change of the height, after which an opened conversation is displayed, and then has its place. */
const displayedFrames = 2;
const settledFrames = 5;

interface ScrolledThread {
  thread: ReturnType<typeof useThread>;
  /** The sequence of the message to show; null for the end of the conversation. */
  target: number | null;
  items: readonly ThreadItem[];
  /** The number of messages that are being sent. */
  outgoing: number;
}

interface ThreadScroll {
  /** The element that scrolls, and the list in it. */
  frame: RefObject<HTMLDivElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  /** Whether older messages are being added at the top. */
  prepending: RefObject<boolean>;
  /** Whether the rows in view are where they belong. Before, they would jump. */
  inPlace: boolean;
  atBottom: boolean;
  toBottom: () => void;
  onScroll: () => void;
}

/** Stays at the end of a thread or shows the target, and loads older and newer messages near the ends of what is loaded. */
export function useThreadScroll({ thread, target, items, outgoing }: ScrolledThread): ThreadScroll {
  const { history, messages, complete } = thread;
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const prepending = useRef(false);
  const [atBottom, setAtBottom] = useState(target === null);
  const [inPlace, setInPlace] = useState(target !== null);
  // Sizes change between a scroll event and the next render, and must not take the user back to the end.
  const followsEnd = useRef(target === null);
  const lastTop = useRef(0);
  const lastHeight = useRef(0);
  const newest = messages.at(-1)?.sequence ?? 0;

  // `scrollToIndex` would repeat it for a while, and take a user back who scrolls up meanwhile.
  const toBottom = () => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  };
  const stayAtBottom = useEffectEvent(() => {
    if (followsEnd.current) toBottom();
  });
  const loaded = history.data !== undefined;
  useEffect(() => {
    const element = frame.current;
    if (!loaded || !element) return;
    // The keyboard of a phone makes the view smaller, images and unsent messages make the rows larger.
    const observer = new ResizeObserver(() => stayAtBottom());
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [loaded]);
  useEffect(() => {
    if (!loaded || target !== null) return;
    // Rows are measured in turn when they come into view, which scrolls the list.
    let [request, height, top, unchanged] = [0, 0, 0, 0];
    const settle = () => {
      const { scrollHeight = 0, scrollTop = 0 } = frame.current ?? {};
      unchanged = scrollHeight === height ? unchanged + 1 : 0;
      const isUserElsewhere = unchanged > 0 && scrollTop < top - 1;
      if (unchanged >= displayedFrames || isUserElsewhere) setInPlace(true);
      if (unchanged > settledFrames || isUserElsewhere) return;
      followsEnd.current = true;
      toBottom();
      height = scrollHeight;
      top = frame.current?.scrollTop ?? 0;
      request = requestAnimationFrame(settle);
    };
    settle();
    return () => cancelAnimationFrame(request);
  }, [loaded, target]);
  const oldest = messages[0]?.sequence;
  useLayoutEffect(() => {
    prepending.current = false;
  }, [oldest]);
  useLayoutEffect(() => {
    if (followsEnd.current) toBottom();
  }, [items.length, newest]);
  const targetAt = items.findIndex((item) => "message" in item && item.message.sequence === target);
  useLayoutEffect(() => {
    if (targetAt >= 0) list.current?.scrollToIndex(targetAt, { align: "center" });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- pages that are added before it must not scroll back to it.
  }, [targetAt >= 0]);
  useEffect(() => {
    if (outgoing > 0) toBottom();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- received messages must not scroll to the end.
  }, [outgoing]);
  const loadNewer = () => {
    const element = frame.current;
    if (!element || history.isFetching || !history.hasPreviousPage) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < loadAhead) void history.fetchPreviousPage();
  };
  // A page that doesn't fill the view can't be scrolled.
  useEffect(loadNewer);
  const onScroll = () => {
    const element = frame.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    // Rows that grow move the end away, and rows that turn out smaller than estimated the view; only scrolling up leaves the end.
    const movedUp = element.scrollTop < lastTop.current && element.scrollHeight >= lastHeight.current;
    lastTop.current = element.scrollTop;
    lastHeight.current = element.scrollHeight;
    const reached = below <= bottomOffset;
    followsEnd.current = complete && (reached || (followsEnd.current && !movedUp));
    setAtBottom(followsEnd.current);
    if (element.scrollTop < loadAhead && history.hasNextPage && !history.isFetching) {
      prepending.current = true;
      void history.fetchNextPage();
    } else loadNewer();
  };
  return { frame, list, prepending, inPlace, atBottom, toBottom, onScroll };
}
