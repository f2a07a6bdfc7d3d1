import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { idText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { signedIn } from "#core/permission.ts";
import { personCard } from "#modules/people/contract/people.ts";

export const notificationKinds = [
  "assigned",
  "changed",
  "due_soon",
  "files_arrived",
  "ready_to_review",
  "file_rejected",
  "upload_expired",
  "changes_requested",
  "approval_undone",
  "extension_requested",
  "approved",
  "window_closing",
  "window_ended",
  "version_withdrawn",
  "published",
  "publish_failed",
  "task_declined",
  "editor_left",
  "connection_broken",
  "rating_received",
  "comments",
  "mention",
  "message",
  "team_invitation",
  "invitation_accepted",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The highest number of unread notifications that is counted. */
export const maxUnread = 100;

export const notification = z.object({
  id: z.number().int(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  description: z.string(),
  /** Path inside the app that the notification links to. */
  path: z.string(),
  /** Null for a notification about messages, a connection, an invitation or a team. */
  taskId: z.number().int().nullable(),
  sender: personCard.nullable(),
  read: z.boolean(),
  time: z.iso.datetime(),
});
export type Notification = z.output<typeof notification>;

/** A screen that a user sees. Conversations say by themselves what was seen. */
export const visit = z.object({
  screen: z.enum(["tasks", "files", "preview", "progress", "details", "settings", "profile", "invitations"]),
  taskId: z.number().int().optional(),
  /** Without it, the preview shows the newest version. */
  version: z.number().int().optional(),
});
export type Visit = z.output<typeof visit>;

export const notificationsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/notifications",
    permission: signedIn,
    summary: "The user's notifications, newest first",
    query: pageQuery.extend({ unread: z.enum(["true"]).optional() }),
    response: z.object({
      items: z.array(notification),
      nextCursor: z.string().nullable(),
    }),
    message: "Notifications loaded.",
  }),
  unread: endpoint({
    method: "GET",
    path: "/notifications/unread",
    permission: signedIn,
    summary: "The numbers of unread notifications and messages",
    response: z.object({
      notifications: z.number().int().max(maxUnread),
      messages: z.number().int(),
      /** Both together, where a notification about messages is not counted beside them. */
      total: z.number().int(),
    }),
    message: "Unread counted.",
  }),
  markRead: endpoint({
    method: "POST",
    path: "/notifications/:id/read",
    permission: signedIn,
    summary: "Mark a notification as read",
    params: z.object({ id: idText }),
    response: z.null(),
    message: "Notification marked as read.",
  }),
  markVisited: endpoint({
    method: "POST",
    path: "/notifications/visited",
    permission: signedIn,
    summary: "Mark the notifications that lead to a visited screen as read",
    body: visit,
    response: z.null(),
    message: "Notifications marked as read.",
  }),
  markAllRead: endpoint({
    method: "POST",
    path: "/notifications/read-all",
    permission: signedIn,
    summary: "Mark all notifications as read",
    response: z.null(),
    message: "All notifications marked as read.",
  }),
};
