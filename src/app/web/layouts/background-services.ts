import { useEffect } from "react";
import { useNavigate } from "react-router";

import { serviceWorkers, showBadge } from "#core/web/secure-context.ts";
import { useResumedComments } from "#modules/feedback/web/public/use-resumed-comments.ts";
import { useResumedMessages } from "#modules/messages/web/public/use-resumed-messages.ts";
import { useUnread } from "#modules/notifications/web/public/use-unread.ts";

import { opened } from "../service-worker/open-path.ts";
import { withUnread } from "./unread-title.ts";

/**
 * Shows the number of unread notifications and messages in the tab's title and on the app's icon, opens clicked push notifications, and sends messages and comments that were written before the page was loaded again.
 */
export function BackgroundServices({ userId }: { userId: number }) {
  const { total: unread } = useUnread();
  useEffect(() => {
    // Pages render their own <title>; whenever one changes, the number is put in front of it.
    const show = () => {
      const title = withUnread(document.title, unread);
      if (title !== document.title) document.title = title;
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [unread]);
  useEffect(() => showBadge(unread), [unread]);
  useEffect(
    () => () => {
      document.title = withUnread(document.title, 0);
      showBadge(0);
    },
    [],
  );
  usePushClicks();
  useResumedMessages(userId);
  useResumedComments(userId);
  return null;
}

/** Opens the place of a push notification that the user has clicked, without loading the page again. */
function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const workers = serviceWorkers();
    const open = (event: MessageEvent<unknown>) => {
      const path = opened(event.data);
      if (path === null) return;
      event.ports[0]?.postMessage("opened");
      void navigate(path);
    };
    workers?.addEventListener("message", open);
    // Messages from before the listener are delivered now.
    workers?.startMessages();
    return () => workers?.removeEventListener("message", open);
  }, [navigate]);
}
