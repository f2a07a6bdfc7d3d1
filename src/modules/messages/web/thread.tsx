import { useQuery } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";

import { ErrorState } from "#ui/error-state.tsx";
import { formatDay } from "#ui/format.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { useCurrentMinute } from "#ui/use-current-minute.ts";

import type { Conversation, Message } from "../contract/messages.ts";
import { MessageBubble, OutgoingBubble, TypingBubble } from "./message-bubble.tsx";
import { messageOutbox, type Outgoing } from "./outbox.ts";
import { sharedQuery } from "./queries.ts";
import { TaskEvent } from "./task-event.tsx";
import { threadItems } from "./thread-items.ts";
import type { useThread } from "./use-thread.ts";

/** Pixels from the bottom within which new messages scroll into view. */
const bottomOffset = 20;
/** Pixels between the last message and the text field. */
const endMargin = 16;
/** Pixels from the top at which older messages are requested. */
const loadAhead = 400;

interface ThreadProps {
  conversation: Conversation;
  thread: ReturnType<typeof useThread>;
  /** The sequence of the message to show; null for the end of the conversation. */
  target: number | null;
  outbox: readonly Outgoing[];
  typing: boolean;
  readerId: number;
  /** Shows the end of the conversation while newer messages are not loaded. */
  onNewest: () => void;
  onEdit: (message: Message) => void;
  onDelete: (message: Message) => void;
  /** Called when the newest message is in view. */
  onSeen: (sequence: number) => void;
  /** Called with the newest sequence when the conversation is on screen, scrolled away from its newest message. */
  onShown: (sequence: number) => void;
}

/** Frames without a change of the height, after which a conversation that was opened has its place. */
const settledFrames = 5;

/**
 * The messages of a conversation, virtualised. Older ones are loaded when scrolling up; newer ones when scrolling down from
 * a message that was searched.
 */
export function Thread(props: ThreadProps) {
  const { conversation, thread, target, readerId, onSeen, onShown } = props;
  const { history, messages, complete } = thread;
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const prepending = useRef(false);
  const [atBottom, setAtBottom] = useState(target === null);
  // Sizes change between a scroll event and the next render, and must not take the user back to the end.
  const followsEnd = useRef(target === null);
  const lastTop = useRef(0);
  const lastHeight = useRef(0);
  const now = useCurrentMinute();
  // What is being sent or typed belongs at the end.
  const outbox = complete ? props.outbox : [];
  const tasks = useQuery(sharedQuery(conversation.person.id)).data?.tasks;
  const items = threadItems(messages, outbox, complete && props.typing);
  const count = items.length;
  const newest = messages.at(-1)?.sequence ?? 0;
  const latest = conversation.lastMessage?.sequence ?? 0;

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
  }, [count, newest]);
  const targetAt = items.findIndex((item) => "message" in item && item.message.sequence === target);
  useLayoutEffect(() => {
    if (targetAt >= 0) list.current?.scrollToIndex(targetAt, { align: "center" });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- pages that are added before it must not scroll back to it.
  }, [targetAt >= 0]);
  const outgoing = outbox.length;
  useEffect(() => {
    if (outgoing > 0) toBottom();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- received messages must not scroll to the end.
  }, [outgoing]);
  useEffect(() => {
    const seen = () => {
      if (document.hidden || newest === 0) return;
      if (atBottom && complete) onSeen(newest);
      else onShown(Math.max(newest, latest));
    };
    seen();
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, [atBottom, complete, newest, latest, onSeen, onShown]);

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

  if (!history.data) {
    if (!history.error) return <LoadingThread />;
    return (
      <ErrorState
        className="m-5"
        message={history.error.message}
        onRetry={() => void history.refetch()}
        retrying={history.isFetching}
      />
    );
  }
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={frame}
        onScroll={onScroll}
        role="log"
        aria-label={`Messages with ${conversation.person.name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable elements must be focusable.
        tabIndex={0}
        className="flex h-full flex-col overflow-y-auto px-4 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-6"
      >
        <div className="grow" />
        <Virtualizer ref={list} scrollRef={frame} shift={prepending.current}>
          {items.map((item) => {
            if (item.kind === "day") {
              return (
                <p key={item.key} className="numerals pt-4 pb-2 text-center text-xs text-soft">
                  {formatDay(item.at, now)}
                </p>
              );
            }
            if (item.kind === "typing")
              return <TypingBubble key={item.key} name={conversation.person.name} />;
            if (item.kind === "outgoing") {
              return (
                <OutgoingBubble
                  key={item.key}
                  outgoing={item.outgoing}
                  onRetry={() => messageOutbox.retry(item.outgoing.id)}
                  onDiscard={() => messageOutbox.discard(item.outgoing.id)}
                />
              );
            }
            const { message } = item;
            if (item.kind === "event") {
              return (
                <TaskEvent
                  key={item.key}
                  message={message}
                  readerId={readerId}
                  isLast={item.isLast}
                  tasks={tasks}
                />
              );
            }
            return (
              <MessageBubble
                key={item.key}
                message={message}
                own={message.senderId === readerId}
                marked={message.sequence === target}
                read={conversation.readByOther >= message.sequence}
                onEdit={() => props.onEdit(message)}
                onDelete={() => props.onDelete(message)}
              />
            );
          })}
        </Virtualizer>
        <div className="shrink-0" style={{ height: endMargin }} />
      </div>
      {!atBottom && (
        <button
          type="button"
          aria-label="Scroll to the newest message"
          title="Scroll to the newest message"
          onClick={complete ? toBottom : props.onNewest}
          className="absolute right-5 bottom-5 flex size-11 items-center justify-center rounded-full border bg-raised text-ink enabled-hover:border-edge"
        >
          <ArrowDown aria-hidden className="size-5" strokeWidth={1.75} />
        </button>
      )}
    </div>
  );
}

function LoadingThread() {
  return (
    <SkeletonGroup
      label="Loading messages"
      className="flex min-h-0 flex-1 flex-col justify-end px-4 py-4 sm:px-6"
    >
      {["w-3/5", "w-2/5 ml-auto", "w-1/2", "w-1/3 ml-auto"].map((width) => (
        <Skeleton key={width} className={`mt-3 h-14 ${width}`} />
      ))}
    </SkeletonGroup>
  );
}
