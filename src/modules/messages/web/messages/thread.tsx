import { useQuery } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { type ComponentProps, useEffect } from "react";
import { Virtualizer } from "virtua";

import type { Conversation, Message } from "#modules/messages/contract/messages.ts";
import { classNames } from "#ui/class-names.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { formatDay } from "#ui/format.ts";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { useCurrentMinute } from "#ui/use-current-minute.ts";

import { sharedQuery } from "../queries.ts";
import { MessageBubble, OutgoingBubble, TypingBubble } from "./message-bubble.tsx";
import { messageOutbox, type Outgoing } from "./outbox.ts";
import { TaskEvent } from "./task-event.tsx";
import { type ThreadItem, threadItems } from "./thread-items.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";
import type { useThread } from "./use-thread.ts";

/** Pixels between the last message and the text field. */
const endMargin = 16;

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

/**
 * The messages of a conversation, virtualised. Older ones are loaded when scrolling up; newer ones when scrolling down from
 * a message that was searched.
 */
export function Thread(props: ThreadProps) {
  const { conversation, thread, target, onSeen, onShown } = props;
  const { history, messages, complete } = thread;
  const now = useCurrentMinute();
  // What is being sent or typed belongs at the end.
  const outbox = complete ? props.outbox : [];
  const tasks = useQuery(sharedQuery(conversation.person.id)).data?.tasks;
  const items = threadItems(messages, outbox, complete && props.typing);
  const newest = messages.at(-1)?.sequence ?? 0;
  const latest = conversation.lastMessage?.sequence ?? 0;
  const scroll = useThreadScroll({ thread, target, items, outgoing: outbox.length });
  const { frame, list, prepending, inPlace, atBottom, toBottom, onScroll } = scroll;
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
        className={classNames(
          "flex h-full flex-col overflow-y-auto px-4 [overflow-anchor:none] focus-visible:-outline-offset-2 sm:px-6",
          !inPlace && "invisible",
        )}
      >
        <div className="grow" />
        <Virtualizer ref={list} scrollRef={frame} shift={prepending.current}>
          {items.map((item) => (
            <ThreadRow key={item.key} {...props} item={item} tasks={tasks} now={now} />
          ))}
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

interface ThreadRowProps extends ThreadProps {
  item: ThreadItem;
  /** Of both users; undefined while they are loading. */
  tasks: ComponentProps<typeof TaskEvent>["tasks"];
  now: Date;
}

function ThreadRow({ item, tasks, now, conversation, target, readerId, onEdit, onDelete }: ThreadRowProps) {
  switch (item.kind) {
    case "day":
      return <p className="numerals pt-4 pb-2 text-center text-xs text-soft">{formatDay(item.at, now)}</p>;
    case "typing":
      return <TypingBubble name={conversation.person.name} />;
    case "outgoing": {
      const { outgoing } = item;
      return (
        <OutgoingBubble
          outgoing={outgoing}
          onRetry={() => messageOutbox.retry(outgoing.id)}
          onDiscard={() => messageOutbox.discard(outgoing.id)}
        />
      );
    }
    case "event":
      return <TaskEvent message={item.message} readerId={readerId} isLast={item.isLast} tasks={tasks} />;
    case "message": {
      const { message } = item;
      return (
        <MessageBubble
          message={message}
          own={message.senderId === readerId}
          marked={message.sequence === target}
          read={conversation.readByOther >= message.sequence}
          onEdit={() => onEdit(message)}
          onDelete={() => onDelete(message)}
        />
      );
    }
  }
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
