import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { toast } from "sonner";

import { useRealtime } from "#core/web/realtime.ts";
import { truncateText } from "#ui/format.ts";

import { notified } from "../contract.ts";
import { useMarkRead } from "./marking.ts";
import { unreadQuery } from "./queries.ts";

const toastText = 120;

/** Unread notifications for the sidebar's badge, at most 100; 0 until it is known. */
export function useUnreadCount(): number {
  return useQuery(unreadQuery).data ?? 0;
}

/** Shows a toast with a way there when a notification comes in, except where the list itself is on screen. */
export function useNotificationToasts(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const markRead = useMarkRead();
  useRealtime(notified, ({ id, title, description, path }) => {
    if (pathname.endsWith("/notifications")) return;
    toast(title, {
      id: `notification-${id}`,
      description: truncateText(description, toastText),
      action: {
        label: "Open",
        onClick: () => {
          markRead(id);
          void navigate(path);
        },
      },
    });
  });
}
