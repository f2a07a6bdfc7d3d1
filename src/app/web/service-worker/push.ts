import type { PushPayload } from "#modules/notifications/rules/push.ts";

import { openPath } from "./open-path.ts";
import { scope } from "./scope.ts";

/** Milliseconds within which a page confirms that it opens a place. */
const confirmTimeout = 1000;

/** Shows push notifications and opens their page on a click. */
export function showPushNotifications(): void {
  scope.addEventListener("push", (event) => {
    // The payload is encrypted with a key that only this app's server has.
    if (event.data) event.waitUntil(show(event.data.json() as PushPayload));
  });
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data as PushPayload));
  });
}

async function show(payload: PushPayload): Promise<void> {
  const { id, title, body, unread } = payload;
  if ("setAppBadge" in navigator) await navigator.setAppBadge(unread);
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  // The page in front of the user shows it itself.
  if (pages.some(({ focused }) => focused)) return;
  await scope.registration.showNotification(title, {
    body,
    // The same tag replaces a notification that was delivered before.
    tag: id === null ? "notifications" : `notification-${id}`,
    icon: "/icons/icon-192.png",
    data: payload,
  });
}

async function open({ id, path }: PushPayload): Promise<void> {
  const read = id === null ? null : fetch(`/api/v1/notifications/${id}/read`, { method: "POST" });
  const place = openPath(path, {
    list: await scope.clients.matchAll({ type: "window", includeUncontrolled: true }),
    ask,
    openNew: (newPath) => scope.clients.openWindow(newPath),
  });
  await Promise.allSettled([read, place]);
}

/** Sends a message to a page; resolves to whether it has confirmed it in time. */
async function ask(page: Client, message: { type: string; path: string }): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), confirmTimeout);
    port1.addEventListener("message", () => {
      clearTimeout(timer);
      resolve(true);
    });
    port1.start();
    page.postMessage(message, [port2]);
  });
}
