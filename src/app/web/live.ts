import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { closeLive, listenLive, onLiveConnect, onLiveRefusal, openLive } from "#foundation/web/live.ts";
import { socketTokenKey } from "#product/accounts/rules/stored-user.ts";
import { videoChanged } from "#product/media/contract.ts";
import { notified } from "#product/notifications/contract.ts";
import { profileChanged, ratingChanged } from "#product/profiles/contract.ts";
import { taskChanged } from "#product/tasks/contract.ts";

function refetch(queries: QueryClient, ...keys: readonly (readonly unknown[])[]): void {
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}

/**
 * What each live message makes stale. A reconnection refetches it, since messages may have been missed; profiles and top
 * lists may be ten minutes old anyway (specification, section 9).
 */
function listenAll(queries: QueryClient, ownId: number): () => void {
  const stops = [
    listenLive(taskChanged, ({ taskId }) =>
      refetch(
        queries,
        ["tasks"],
        ["task", taskId],
        ["preview", taskId],
        ["versions", taskId],
        ["progress", taskId],
      ),
    ),
    listenLive(videoChanged, () => refetch(queries, ["preview"])),
    listenLive(notified, () => refetch(queries, ["notifications"])),
    onLiveRefusal(() => refetch(queries, ["user"])),
    listenLive(profileChanged, ({ personId }) => {
      refetch(queries, ["profile"], ["top-users"], ["people"], ["tasks"], ["preview"]);
      if (personId === ownId) refetch(queries, ["user"]);
    }),
    listenLive(ratingChanged, ({ taskId }) =>
      refetch(queries, ["rating", taskId], ["profile"], ["reviews"], ["top-users"], ["notifications"]),
    ),
    onLiveConnect(() =>
      refetch(queries, ["tasks"], ["task"], ["preview"], ["versions"], ["progress"], ["notifications"]),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keeps the signed-in person's queries fresh by live messages; nobody signed in, no connection. */
export function useLiveRefresh(personId: number | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (personId === null) return;
    const stop = listenAll(queries, personId);
    openLive(() => localStorage.getItem(socketTokenKey));
    return () => {
      stop();
      closeLive();
    };
  }, [personId, queries]);
}
