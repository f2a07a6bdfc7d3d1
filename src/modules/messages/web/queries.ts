import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import type { LoadChanges } from "#core/web/synced-list.ts";

import { type Message, messagesEndpoints } from "../contract/messages.ts";
import { conversationKey, conversationsKey, historyKey, searchKey, sharedKey } from "./query-keys.ts";

const fallback = "Failed to fetch messages";
const pageSize = 50;
const changesAtOnce = 100;
/** So few that the first page has the message that was searched, however long they are. */
const newerThanTarget = 10;

/** The user's conversations, the last active first. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: conversationsKey,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    call(messagesEndpoints.conversations, { query: { cursor: pageParam } }, { fallback, signal }),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export function conversationQuery(personId: number) {
  const queryKey = [...conversationKey, personId];
  const input = { params: { id: personId } };
  return endpointQuery({ queryKey, endpoint: messagesEndpoints.conversation, input, fallback });
}

/** The place of a page: before or after a sequence; empty for the newest messages. */
interface HistoryPlace {
  before?: number;
  after?: number;
}

/**
 * Pages of messages, newest first. The first page has the newest messages, or those around the sequence `target`. Realtime
 * messages update it instead of refetching.
 */
export function historyQuery(personId: number, target: number | null) {
  const start: HistoryPlace = target === null ? {} : { before: target + newerThanTarget + 1 };
  return infiniteQueryOptions({
    queryKey: [...historyKey, personId, target],
    initialPageParam: start,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...pageParam };
      return (
        await call(messagesEndpoints.history, { params: { id: personId }, query }, { fallback, signal })
      ).data;
    },
    getNextPageParam: ({ messages }) => {
      const oldest = messages.at(-1)?.sequence ?? 1;
      return oldest > 1 ? { before: oldest } : undefined;
    },
    getPreviousPageParam: ({ messages, more }, _pages, place) => {
      const newest = messages[0]?.sequence;
      const last = place.before === undefined && !more;
      return target === null || newest === undefined || last ? undefined : { after: newest };
    },
    staleTime: "static",
    // A cached history would have to remember up to which change it is complete.
    gcTime: 0,
  });
}

/** Changes of the conversation with a user. */
export function messageChanges(personId: number): LoadChanges<Message> {
  return async (after) => {
    const input = { params: { id: personId }, query: { after, limit: changesAtOnce } };
    const { messages, ...rest } = (await call(messagesEndpoints.changes, input)).data;
    return { items: messages, ...rest };
  };
}

export function sharedQuery(personId: number) {
  const queryKey = [...sharedKey, personId];
  const input = { params: { id: personId } };
  return endpointQuery({ queryKey, endpoint: messagesEndpoints.shared, input, fallback });
}

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: [...searchKey, text],
    enabled: text.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(messagesEndpoints.search, { query: { query: text } }, { fallback, signal })).data,
  });
}
