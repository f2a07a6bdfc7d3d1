import { z } from "zod";

import { signedIn } from "#foundation/access.ts";
import { endpoint } from "#foundation/endpoint.ts";
import { defineLive } from "#foundation/event.ts";
import { idText } from "#foundation/form-text.ts";
import { pageQuery } from "#foundation/page.ts";
import { personCard } from "#product/accounts/contract.ts";

export const notificationKinds = [
  "assigned",
  "changed",
  "due_soon",
  "ready_to_review",
  "refused",
  "upload_given_up",
  "changes_requested",
  "approved",
  "window_closing",
  "window_over",
  "published",
  "publish_failed",
  "rating_received",
  "editor_left",
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** `unread` counts up to this; more are shown as "99+". */
export const mostUnread = 100;

const notification = z.object({
  id: z.number().int(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  description: z.string(),
  /** Where it leads inside the app. */
  path: z.string(),
  taskId: z.number().int(),
  sender: personCard.nullable(),
  read: z.boolean(),
  time: z.iso.datetime(),
});
export type Notification = z.output<typeof notification>;

export const notificationsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/notifications",
    who: signedIn,
    summary: "The reader's notifications, newest first",
    query: pageQuery,
    reply: z.object({
      items: z.array(notification),
      nextCursor: z.string().nullable(),
      unread: z.number().int().max(mostUnread),
    }),
    message: "Here are your notifications.",
  }),
  markRead: endpoint({
    method: "POST",
    path: "/notifications/:id/read",
    who: signedIn,
    summary: "Mark one as read",
    params: z.object({ id: idText }),
    reply: z.null(),
    message: "Marked as read.",
  }),
  markAllRead: endpoint({
    method: "POST",
    path: "/notifications/read-all",
    who: signedIn,
    summary: "Mark all as read",
    reply: z.null(),
    message: "All marked as read.",
  }),
};

/** A notification has just been written for the reader. */
export const notified = defineLive("notified", notification);
