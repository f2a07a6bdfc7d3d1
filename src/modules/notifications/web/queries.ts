import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { minute } from "#core/time.ts";
import { call } from "#core/web/client.ts";

import { notificationsEndpoints } from "../contract.ts";
import { notificationSettingsEndpoints } from "../contract/settings.ts";
import {
  allNotificationsKey,
  notificationsKey,
  unreadListKey,
  unreadNotificationsKey,
} from "./query-keys.ts";

const fallback = "Failed to fetch notifications";

/** Pages of all notifications or of the unread ones, newest first. */
export function inboxQuery(unreadOnly: boolean) {
  return infiniteQueryOptions({
    queryKey: unreadOnly ? unreadListKey : allNotificationsKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...(unreadOnly && { unread: "true" as const }),
        ...(pageParam !== null && { cursor: pageParam }),
      };
      return (await call(notificationsEndpoints.list, { query }, { fallback, signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Notifications that are read while the unread ones are shown stay until the list is shown again.
    ...(unreadOnly && { refetchOnMount: "always" as const }),
  });
}

export const settingsQuery = queryOptions({
  queryKey: [...notificationsKey, "settings"],
  queryFn: async ({ signal }) => {
    const failed = "Failed to load your notification settings";
    return (await call(notificationSettingsEndpoints.settings, {}, { fallback: failed, signal })).data;
  },
});

/** The emails that an unsubscribe link switches off. */
export const unsubscribeLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [...notificationsKey, "unsubscribe-link", token],
    queryFn: async ({ signal }) => {
      const failed = "Failed to load this link";
      const input = { params: { token } };
      return (await call(notificationSettingsEndpoints.unsubscribeLink, input, { fallback: failed, signal }))
        .data;
    },
  });

/** The number of unread notifications, at most 100. */
export const unreadQuery = queryOptions({
  queryKey: unreadNotificationsKey,
  staleTime: 5 * minute,
  queryFn: async ({ signal }) => {
    const input = { query: { limit: 1 } };
    return (await call(notificationsEndpoints.list, input, { fallback, signal })).data.unread;
  },
});
