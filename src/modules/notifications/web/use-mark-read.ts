import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { notifyThisClient } from "#core/web/realtime.ts";

import { notificationsEndpoints } from "../contract.ts";
import { notificationsRead } from "../realtime-messages.ts";
import { inboxQuery, unreadQuery } from "./queries.ts";
import {
  allNotificationsKey,
  notificationsKey,
  unreadListKey,
  unreadNotificationsKey,
} from "./query-keys.ts";

/** Updates the cache at once; the server's response replaces it. */
function showRead(queries: QueryClient, id: number | "all"): void {
  const marked = new Set<number>();
  for (const unreadOnly of [false, true]) {
    queries.setQueryData(inboxQuery(unreadOnly).queryKey, (inbox) => {
      if (!inbox) return inbox;
      const pages = inbox.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => {
          if (item.read || (id !== "all" && item.id !== id)) return item;
          marked.add(item.id);
          return { ...item, read: true };
        }),
      }));
      return { ...inbox, pages };
    });
  }
  queries.setQueryData(unreadQuery.queryKey, (unread) =>
    unread === undefined ? unread : id === "all" ? 0 : Math.max(0, unread - marked.size),
  );
}

/** Returns a function that marks one notification, or all, as read. */
export function useMarkRead(): (id: number | "all") => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (id: number | "all") => {
      if (id === "all") await call(notificationsEndpoints.markAllRead, {});
      else await call(notificationsEndpoints.markRead, { params: { id } });
    },
    onMutate: async (id) => {
      const isLoaded = queries.getQueryData(unreadListKey) !== undefined;
      const cancelled = isLoaded && queries.isFetching({ queryKey: unreadListKey }) > 0;
      const keys = [unreadNotificationsKey, allNotificationsKey, ...(cancelled ? [unreadListKey] : [])];
      // A response from before the change would show them as unread again.
      for (const queryKey of keys) await queries.cancelQueries({ queryKey });
      showRead(queries, id);
      return { cancelled };
    },
    onError: () => {
      toast.error("Could not mark as read. Try again.");
      void queries.invalidateQueries({ queryKey: notificationsKey });
    },
    onSuccess: async (_, id, { cancelled }) => {
      notifyThisClient(notificationsRead, {});
      // Otherwise what was just read stays in the list of unread ones.
      if (cancelled || id === "all") await queries.invalidateQueries({ queryKey: unreadListKey });
    },
  });
  return mutate;
}
