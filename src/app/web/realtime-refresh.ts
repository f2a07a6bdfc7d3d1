import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import {
  closeRealtime,
  listenRealtime,
  onRealtimeConnect,
  onRealtimeRefused,
  openRealtime,
} from "#core/web/realtime.ts";
import { socketTokenKey } from "#modules/accounts/rules/stored-user.ts";
import { videoChanged } from "#modules/media/contract.ts";
import { notified } from "#modules/notifications/contract.ts";
import { profileChanged, ratingChanged } from "#modules/profiles/contract.ts";
import { taskChanged } from "#modules/tasks/contract.ts";

function refetch(queries: QueryClient, ...keys: readonly (readonly unknown[])[]): void {
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}

/**
 * What each live message makes stale. A reconnection refetches it, since messages may have been missed; profiles and top
 * lists may be ten minutes old anyway (specification, section 9).
 */
function listenAll(queries: QueryClient, ownId: number): () => void {
  const stops = [
    listenRealtime(taskChanged, ({ taskId }) =>
      refetch(
        queries,
        ["tasks"],
        ["task", taskId],
        ["preview", taskId],
        ["versions", taskId],
        ["progress", taskId],
      ),
    ),
    listenRealtime(videoChanged, () => refetch(queries, ["preview"])),
    listenRealtime(notified, () => refetch(queries, ["notifications"])),
    onRealtimeRefused(() => refetch(queries, ["user"])),
    listenRealtime(profileChanged, ({ personId }) => {
      refetch(queries, ["profile"], ["top-users"], ["people"], ["tasks"], ["preview"]);
      if (personId === ownId) refetch(queries, ["user"]);
    }),
    listenRealtime(ratingChanged, ({ taskId }) =>
      refetch(queries, ["rating", taskId], ["profile"], ["reviews"], ["top-users"], ["notifications"]),
    ),
    onRealtimeConnect(() =>
      refetch(queries, ["tasks"], ["task"], ["preview"], ["versions"], ["progress"], ["notifications"]),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keeps the signed-in person's queries fresh by live messages; nobody signed in, no connection. */
export function useRealtimeRefresh(personId: number | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (personId === null) return;
    const stop = listenAll(queries, personId);
    openRealtime(() => localStorage.getItem(socketTokenKey));
    return () => {
      stop();
      closeRealtime();
    };
  }, [personId, queries]);
}
