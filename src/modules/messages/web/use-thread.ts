import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";

import { call } from "#core/web/client.ts";
import { onRealtimeConnect, useRealtime } from "#core/web/realtime.ts";

import { type Message, messagesEndpoints } from "../contract.ts";
import { messageChanged } from "../realtime-messages.ts";
import { historyQuery } from "./queries.ts";
import { latestChange, withMessage } from "./thread-pages.ts";

const changesAtOnce = 100;

/**
 * The messages with a user, oldest first. Messages are added in the order of their change numbers; a missing number and
 * every new connection request the changes since the last one. The component must have the user's id as its key.
 */
export function useThread(personId: number) {
  const queries = useQueryClient();
  const options = useMemo(() => historyQuery(personId), [personId]);
  const history = useInfiniteQuery(options);
  /** Every change up to this one is loaded; null before the first page. */
  const cursor = useRef<number | null>(null);
  const catchingUp = useRef(Promise.resolve());

  const store = useCallback(
    (message: Message) => {
      queries.setQueryData(
        options.queryKey,
        (data) => data && { ...data, pages: withMessage(data.pages, message) },
      );
      cursor.current = Math.max(cursor.current ?? 0, message.change);
    },
    [queries, options],
  );

  const catchUp = useCallback(() => {
    const run = async () => {
      for (;;) {
        if (cursor.current === null) return;
        const query = { after: cursor.current, limit: changesAtOnce };
        const changes = await call(messagesEndpoints.changes, { params: { id: personId }, query });
        for (const message of changes.data) store(message);
        if (changes.data.length < changesAtOnce) return;
      }
    };
    // A lost connection ends it; the next connection starts it again.
    catchingUp.current = catchingUp.current.then(run).catch(() => undefined);
  }, [personId, store]);

  const receive = useCallback(
    (message: Message) => {
      if (cursor.current === null) return;
      if (message.change <= cursor.current + 1) store(message);
      else catchUp();
    },
    [store, catchUp],
  );

  const first = history.data?.pages[0];
  useEffect(() => {
    if (first && cursor.current === null) cursor.current = latestChange([first]);
  }, [first]);
  const loaded = first !== undefined;
  useEffect(() => {
    if (!loaded) return;
    catchUp();
    return onRealtimeConnect(catchUp);
  }, [loaded, catchUp]);
  useRealtime(messageChanged, ({ withId, message }) => {
    if (withId === personId) receive(message);
  });

  const messages = useMemo(() => history.data?.pages.flat().toReversed() ?? [], [history.data]);
  return { history, messages, receive };
}
