import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { useRealtime } from "#core/web/realtime.ts";
import { createSyncedList } from "#core/web/synced-list.ts";
import { useSyncedList } from "#core/web/use-synced-list.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";

import { historyQuery, messageChanges } from "../queries.ts";
import { shownMessages } from "./shown-messages.ts";

interface ThreadStart {
  personId: number;
  /** The sequence around which the thread starts; null for its end. */
  target: number | null;
}

/** The messages with a user, oldest first. The component must have user and target as its key. */
export function useThread({ personId, target }: ThreadStart) {
  const history = useInfiniteQuery(useMemo(() => historyQuery(personId, target), [personId, target]));
  const pages = history.data?.pages;
  const list = useMemo(() => createSyncedList(messageChanges(personId)), [personId]);
  const changed = useSyncedList(list, pages?.[0]?.change);
  useRealtime(messageChanged, ({ withId, message }) => {
    if (withId === personId) list.receive(message);
  });
  /** Whether the newest messages are loaded. */
  const complete = pages !== undefined && !history.hasPreviousPage;
  const messages = useMemo(() => shownMessages(pages ?? [], changed, complete), [pages, changed, complete]);
  return { history, messages, complete };
}
