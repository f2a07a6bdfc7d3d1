import { useEffect } from "react";

import { useRealtime } from "#core/web/realtime.ts";
import { useChange } from "#core/web/use-change.ts";
import { notificationsEndpoints, type Visit } from "#modules/notifications/contract/inbox.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";

import { useUnread } from "./use-unread.ts";

/** Marks notifications as read while the user sees the screen to which they lead. */
export function ReadOnVisit({ screen, taskId, version }: Visit) {
  const hasUnread = useUnread().notifications > 0;
  const { mutate } = useChange(notificationsEndpoints.markVisited, { errorToast: false });
  useEffect(() => {
    if (!hasUnread) return;
    const visit = () => {
      if (document.visibilityState === "visible") mutate({ body: { screen, taskId, version } });
    };
    visit();
    document.addEventListener("visibilitychange", visit);
    return () => document.removeEventListener("visibilitychange", visit);
  }, [screen, taskId, version, hasUnread, mutate]);
  useRealtime(notified, (notification) => {
    const mayLeadHere = taskId === undefined || notification.taskId === taskId;
    if (document.visibilityState === "visible" && mayLeadHere) mutate({ body: { screen, taskId, version } });
  });
  return null;
}
