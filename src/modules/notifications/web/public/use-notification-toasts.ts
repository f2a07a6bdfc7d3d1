import { type Location, useLocation, useNavigate } from "react-router";
import { toast } from "sonner";

import { useRealtime } from "#core/web/realtime.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";
import { truncateText } from "#ui/format.ts";

import { useMarkRead } from "../use-mark-read.ts";

/** Characters of the description shown in a toast. */
const toastLength = 120;

/** Shows a toast for every new notification, with a link unless it leads to what is shown. Not on the notifications screen. */
export function useNotificationToasts(): void {
  const navigate = useNavigate();
  const shown = useLocation();
  const markRead = useMarkRead();
  useRealtime(notified, ({ id, title, description, path }) => {
    if (shown.pathname.endsWith("/notifications")) return;
    toast(title, {
      id: `notification-${id}`,
      description: truncateText(description, toastLength),
      ...(!leadsTo(path, shown) && {
        action: {
          label: "Open",
          onClick: () => {
            markRead(id);
            void navigate(path);
          },
        },
      }),
    });
  });
}

/** Whether a path leads to the location that is shown. One without a query or hash leads to any part of its screen. */
function leadsTo(path: string, { pathname, search, hash }: Location): boolean {
  return path === pathname || path === pathname + search + hash;
}
