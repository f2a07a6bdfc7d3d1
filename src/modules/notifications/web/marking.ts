import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";

import { notificationsEndpoints } from "../contract.ts";
import { inboxQuery, unreadQuery } from "./queries.ts";

/** Shows the marks at once; what the server says afterwards stands. */
function showRead(queries: QueryClient, id: number | "all"): void {
  let marked = 0;
  queries.setQueryData(inboxQuery.queryKey, (inbox) => {
    if (!inbox) return inbox;
    const pages = inbox.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => {
        if (item.read || (id !== "all" && item.id !== id)) return item;
        marked += 1;
        return { ...item, read: true };
      }),
    }));
    return { ...inbox, pages };
  });
  queries.setQueryData(unreadQuery.queryKey, (unread) =>
    unread === undefined ? unread : id === "all" ? 0 : Math.max(0, unread - marked),
  );
}

/** Marks one notification, or all, as read. */
export function useMarkRead(): (id: number | "all") => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (id: number | "all") => {
      if (id === "all") await call(notificationsEndpoints.markAllRead, {});
      else await call(notificationsEndpoints.markRead, { params: { id } });
    },
    onMutate: async (id) => {
      await queries.cancelQueries({ queryKey: ["notifications"] });
      showRead(queries, id);
    },
    onError: () => toast.error("That could not be marked as read. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications"] }),
  });
  return mutate;
}
