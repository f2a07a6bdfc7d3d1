import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router";

import type { Conversation, Message } from "#modules/messages/contract/messages.ts";
import { isShortSearch, newestSearched } from "#modules/messages/rules/messages.ts";
import { Avatar } from "#ui/avatar.tsx";
import { CountBadge } from "#ui/badge.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { useCurrentMinute } from "#ui/use-current-minute.ts";

import { listTime } from "../messages/time-text.ts";
import { conversationsQuery, searchQuery } from "../queries.ts";

interface ConversationListProps {
  /** The other user of the open conversation. */
  openId: number | null;
  readerId: number;
}

/** The search field with the user's conversations, or the messages that were found. */
export function ConversationList({ openId, readerId }: ConversationListProps) {
  const [text, setText] = useState("");
  const searched = useDeferredValue(text.trim());
  return (
    <>
      <div className="px-4 pb-4 sm:px-5">
        <SearchField label="Search messages" placeholder="Search messages" value={text} onChange={setText} />
      </div>
      {searched.length >= 2 ? (
        <Found text={searched} readerId={readerId} />
      ) : (
        <Conversations openId={openId} readerId={readerId} />
      )}
    </>
  );
}

function Conversations({ openId, readerId }: ConversationListProps) {
  const list = useInfiniteQuery(conversationsQuery);
  const now = useCurrentMinute();
  if (!list.data) {
    if (!list.error) return <LoadingList />;
    return (
      <ErrorState
        className="mx-5"
        message={list.error.message}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const items = list.data.pages.flatMap((page) => page.data);
  if (items.length === 0) {
    return (
      <EmptyState title="No conversations yet" className="px-5">
        A conversation starts with your first task together, or with &ldquo;chat&rdquo; on a profile.
      </EmptyState>
    );
  }
  return (
    <nav aria-label="Conversations">
      <ul className="border-t">
        {items.map((item) => (
          <li key={item.person.id} className="border-b">
            <Entry conversation={item} active={item.person.id === openId} readerId={readerId} now={now} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
    </nav>
  );
}

const rowClass =
  "relative flex min-h-18 items-center gap-3 px-4 py-3 enabled-hover:bg-raised focus-visible:-outline-offset-2 sm:px-5";

function Entry(props: { conversation: Conversation; active: boolean; readerId: number; now: Date }) {
  const { conversation, active, readerId, now } = props;
  const { person, state, unread, lastMessage, blocked } = conversation;
  return (
    <Link
      to={`?with=${person.id}`}
      aria-current={active ? "page" : undefined}
      className={classNames(
        rowClass,
        active && "bg-panel before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-ink",
      )}
    >
      <Avatar name={person.name} src={person.profileImgUrl} size={40} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-semibold">{person.name}</span>
          {lastMessage && (
            <span className="numerals shrink-0 text-xs text-soft">
              {listTime(new Date(lastMessage.sentAt), now)}
            </span>
          )}
        </span>
        <span className="flex items-center justify-between gap-3 text-sm">
          {state === "request" && !blocked ? (
            <span className="truncate text-amber">Wants to message you</span>
          ) : (
            <span className={classNames("truncate", unread > 0 ? "text-ink" : "text-soft")}>
              {blocked ? "Blocked" : lastMessage && messageExcerpt(lastMessage, readerId)}
            </span>
          )}
          {unread > 0 && <CountBadge count={unread} />}
        </span>
      </span>
    </Link>
  );
}

function messageExcerpt(message: Message, readerId: number): string {
  const text = message.deleted ? "Message deleted" : message.text || "Image";
  return message.senderId === readerId ? `You: ${text}` : text;
}

function Found({ text, readerId }: { text: string; readerId: number }) {
  const found = useQuery(searchQuery(text));
  const now = useCurrentMinute();
  if (!found.data) {
    if (!found.error) return <LoadingList />;
    return <ErrorState className="mx-5" message={found.error.message} onRetry={() => void found.refetch()} />;
  }
  const limitNote = isShortSearch(text) && (
    <p className="px-5 pb-3 text-sm text-soft">
      Only the newest {newestSearched.toLocaleString("en-US")} messages of each conversation are searched.
      Type at least 3 letters to search all.
    </p>
  );
  if (found.data.length === 0) {
    return (
      <>
        <p className="px-5 pb-3 text-soft">No matching messages</p>
        {limitNote}
      </>
    );
  }
  return (
    <>
      {limitNote}
      <ul aria-label="Search results" className="border-t">
        {found.data.map(({ person, message }) => (
          <li key={message.id} className="border-b">
            <Link to={`?with=${person.id}&at=${message.sequence}`} className={rowClass}>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-semibold">{person.name}</span>
                  <span className="numerals text-xs text-soft">
                    {listTime(new Date(message.sentAt), now)}
                  </span>
                </span>
                <span className="line-clamp-2 text-sm break-words text-soft">
                  {messageExcerpt(message, readerId)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function LoadingList() {
  return (
    <SkeletonGroup label="Loading conversations">
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} className="flex gap-3 border-t px-5 py-4">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <SkeletonText lines={2} className="flex-1" />
        </span>
      ))}
    </SkeletonGroup>
  );
}
