import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";

import { notificationsEndpoints } from "../contract.ts";

const fallback = "Failed to fetch notifications";

/** The list, page by page. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: ["notifications", "list"],
  queryFn: async ({ pageParam, signal }) => {
    const query = pageParam === null ? {} : { cursor: pageParam };
    return (await call(notificationsEndpoints.list, { query }, { fallback, signal })).data;
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** How many are unread. */
export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async ({ signal }) => {
    const input = { query: { limit: 1 } };
    return (await call(notificationsEndpoints.list, input, { fallback, signal })).data.unread;
  },
});
