import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";

import { call } from "#core/web/client.ts";
import { onMissed } from "#core/web/realtime-listeners.ts";
import { useRealtime } from "#core/web/realtime.ts";

import { type Message, messagesEndpoints } from "../contract.ts";
import { messageChanged } from "../realtime-messages.ts";
import { historyQuery } from "./queries.ts";
import { latestChange, withMessage } from "./thread-pages.ts";

const changesAtOnce = 100;

interface ThreadStart {
  personId: number;
  /** The sequence around which the thread starts; null for its end. */
  target: number | null;
  /** The last change of the conversation when the thread starts; null until it is loaded. */
  change: number | null;
}

/**
 * The messages with a user, oldest first. Messages are added in the order of their change numbers; a missing number and
 * every new connection request the changes since the last one. While newer messages are not loaded, new ones are left to
 * their pages. The component must have user and target as its key.
 */
export function useThread({ personId, target, change }: ThreadStart) {
  const queries = useQueryClient();
  const options = useMemo(() => historyQuery(personId, target), [personId, target]);
  const history = useInfiniteQuery(options);
  /** Every change up to this one is loaded; null before the first page. */
  const cursor = useRef<number | null>(null);
  /** The first change that was left to a page. */
  const skipped = useRef<number | null>(null);
  const catchingUp = useRef(Promise.resolve());
  const detached = useRef(target !== null);

  const store = useCallback(
    (message: Message) => {
      queries.setQueryData(options.queryKey, (data) => {
        if (!data) return data;
        const newest = data.pages[0]?.messages[0]?.sequence ?? 0;
        if (detached.current && message.sequence > newest) {
          skipped.current = Math.min(skipped.current ?? message.change, message.change);
          return data;
        }
        return { ...data, pages: withMessage(data.pages, message) };
      });
      cursor.current = Math.max(cursor.current ?? 0, message.change);
    },
    [queries, options],
  );

  const catchUp = useCallback(() => {
    const run = async () => {
      for (;;) {
        if (cursor.current === null) return;
        const query = { after: cursor.current, limit: changesAtOnce };
        const { data } = await call(messagesEndpoints.changes, { params: { id: personId }, query });
        for (const message of data.messages) store(message);
        if (!data.more) return;
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
    if (!first || cursor.current !== null) return;
    cursor.current = target === null ? latestChange([first]) : change;
  }, [first, target, change]);
  const loaded = first !== undefined;
  const complete = loaded && !history.hasPreviousPage;
  useEffect(() => {
    detached.current = !complete;
    if (!complete || skipped.current === null) return;
    // A message may have been sent after its page was read.
    cursor.current = skipped.current - 1;
    skipped.current = null;
    catchUp();
  }, [complete, catchUp]);
  useEffect(() => {
    if (!loaded) return;
    catchUp();
    return onMissed([messageChanged], catchUp);
  }, [loaded, catchUp]);
  useRealtime(messageChanged, ({ withId, message }) => {
    if (withId === personId) receive(message);
  });

  const messages = useMemo(
    () => history.data?.pages.flatMap((page) => page.messages).toReversed() ?? [],
    [history.data],
  );
  return { history, messages, receive, complete };
}
