import { useLocation, useNavigate } from "react-router";
import { toast } from "sonner";

import { useRealtime } from "#core/web/realtime.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";
import { truncateText } from "#ui/format.ts";

import { useMarkRead } from "../inbox/use-mark-read.ts";

/** Characters of the description shown in a toast. */
const toastLength = 120;

/** Shows a toast for every new notification, with a link. Not on the notifications screen. */
export function useNotificationToasts(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const markRead = useMarkRead();
  useRealtime(notified, ({ id, title, description, path }) => {
    if (pathname.endsWith("/notifications")) return;
    toast(title, {
      id: `notification-${id}`,
      description: truncateText(description, toastLength),
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
