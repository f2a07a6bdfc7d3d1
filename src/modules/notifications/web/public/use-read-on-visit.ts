import { useEffect } from "react";
import { useLocation } from "react-router";

import { useRealtime } from "#core/web/realtime.ts";
import { useChange } from "#core/web/use-change.ts";
import { notificationsEndpoints } from "#modules/notifications/contract.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";
import { isAtPlace } from "#modules/notifications/rules/places.ts";

/** Marks notifications as read while the user is at the place that they link to. `unread` is their number. */
export function useReadOnVisit(unread: number): void {
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const { mutate } = useChange(notificationsEndpoints.markVisited, { errorToast: false });
  const hasUnread = unread > 0;
  useEffect(() => {
    if (!hasUnread) return;
    const visit = () => {
      if (document.visibilityState === "visible") mutate({ body: { path } });
    };
    visit();
    document.addEventListener("visibilitychange", visit);
    return () => document.removeEventListener("visibilitychange", visit);
  }, [path, hasUnread, mutate]);
  useRealtime(notified, (notification) => {
    if (document.visibilityState === "visible" && isAtPlace(notification.path, path))
      mutate({ body: { path } });
  });
}
