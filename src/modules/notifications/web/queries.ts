import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";

import { minute } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";

import { notificationsEndpoints } from "../contract/inbox.ts";
import { type NotificationSettings, notificationSettingsEndpoints } from "../contract/settings.ts";
import {
  allNotificationsKey,
  notificationsKey,
  settingsKey,
  unreadListKey,
  unreadKey,
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

export const settingsQuery = endpointQuery({
  queryKey: settingsKey,
  endpoint: notificationSettingsEndpoints.settings,
  input: {},
  fallback: "Failed to load your notification settings",
});

/** The emails that an unsubscribe link switches off. */
export const unsubscribeLinkQuery = (token: string) =>
  endpointQuery({
    queryKey: [...notificationsKey, "unsubscribe-link", token],
    endpoint: notificationSettingsEndpoints.unsubscribeLink,
    input: { params: { token } },
    fallback: "Failed to load this link",
  });

/** The numbers of unread notifications and messages, at most 100 each. */
export const unreadQuery = {
  ...endpointQuery({ queryKey: unreadKey, endpoint: notificationsEndpoints.unread, input: {}, fallback }),
  staleTime: 5 * minute,
};

/** Shows saved settings. */
export function storeSettings(queries: QueryClient, saved: NotificationSettings): void {
  queries.setQueryData(settingsQuery.queryKey, (before) => before && { ...before, ...saved });
}

/** Marks a notification, or all, as read, and shows it before the server responds. */
export async function markRead(queries: QueryClient, id: number | "all"): Promise<void> {
  const isLoaded = queries.getQueryData(unreadListKey) !== undefined;
  const cancelled = isLoaded && queries.isFetching({ queryKey: unreadListKey }) > 0;
  const keys = [unreadKey, allNotificationsKey, ...(cancelled ? [unreadListKey] : [])];
  // A response from before the change would show them as unread again.
  for (const queryKey of keys) await queries.cancelQueries({ queryKey });
  showRead(queries, id);
  try {
    if (id === "all") await call(notificationsEndpoints.markAllRead, {});
    else await call(notificationsEndpoints.markRead, { params: { id } });
  } catch (error) {
    void queries.invalidateQueries({ queryKey: notificationsKey });
    throw error;
  }
  // Otherwise what was just read stays in the list of unread ones.
  if (cancelled || id === "all") await queries.invalidateQueries({ queryKey: unreadListKey });
}

function showRead(queries: QueryClient, id: number | "all"): void {
  const marked = new Set<number>();
  const besidesMessages = new Set<number>();
  for (const unreadOnly of [false, true]) {
    queries.setQueryData(inboxQuery(unreadOnly).queryKey, (inbox) => {
      if (!inbox) return inbox;
      const pages = inbox.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => {
          if (item.read || (id !== "all" && item.id !== id)) return item;
          marked.add(item.id);
          if (item.kind !== "message") besidesMessages.add(item.id);
          return { ...item, read: true };
        }),
      }));
      return { ...inbox, pages };
    });
  }
  queries.setQueryData(unreadQuery.queryKey, (unread) => {
    if (!unread) return unread;
    const { notifications, messages, total } = unread;
    if (id === "all") return { notifications: 0, messages, total: messages };
    return {
      messages,
      notifications: Math.max(0, notifications - marked.size),
      total: Math.max(messages, total - besidesMessages.size),
    };
  });
}
