import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { idText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { anyone, signedIn } from "#core/permission.ts";
import { personCard } from "#modules/people/contract.ts";

export const notificationKinds = [
  "assigned",
  "changed",
  "due_soon",
  "ready_to_review",
  "file_rejected",
  "upload_expired",
  "changes_requested",
  "approved",
  "window_closing",
  "window_ended",
  "published",
  "publish_failed",
  "rating_received",
  "editor_left",
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** The highest value of `unread`. */
export const maxUnread = 100;

export const notification = z.object({
  id: z.number().int(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  description: z.string(),
  /** Path inside the app that the notification links to. */
  path: z.string(),
  taskId: z.number().int(),
  sender: personCard.nullable(),
  read: z.boolean(),
  time: z.iso.datetime(),
});
export type Notification = z.output<typeof notification>;

export const emailFrequencies = ["immediately", "hourly"] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

const kindList = z.array(z.enum(notificationKinds)).max(notificationKinds.length);

/** A user's choices. The switch of a channel is stored apart from its kinds, which return when it is switched on again. */
export const notificationSettings = z.object({
  email: z.boolean(),
  emailFrequency: z.enum(emailFrequencies),
  /** Kinds that are not sent by email. */
  emailOff: kindList,
});
export type NotificationSettings = z.output<typeof notificationSettings>;

/** What an unsubscribe link ends: the emails of one kind, or all notification emails. */
export const unsubscribeScopes = [...notificationKinds, "all"] as const;
export type UnsubscribeScope = (typeof unsubscribeScopes)[number];

const unsubscribeLink = {
  params: z.object({ token: z.string().min(1).max(400) }),
  response: z.object({ scope: z.enum(unsubscribeScopes) }),
};

export const notificationsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/notifications",
    permission: signedIn,
    summary: "The user's notifications, newest first",
    query: pageQuery,
    response: z.object({
      items: z.array(notification),
      nextCursor: z.string().nullable(),
      unread: z.number().int().max(maxUnread),
    }),
    message: "Notifications loaded.",
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
  markAllRead: endpoint({
    method: "POST",
    path: "/notifications/read-all",
    permission: signedIn,
    summary: "Mark all notifications as read",
    response: z.null(),
    message: "All notifications marked as read.",
  }),
  settings: endpoint({
    method: "GET",
    path: "/notifications/settings",
    permission: signedIn,
    summary: "The user's notification settings",
    response: notificationSettings.extend({
      /** False where the server sends no email. */
      emailAvailable: z.boolean(),
    }),
    message: "Notification settings loaded.",
  }),
  saveSettings: endpoint({
    method: "PUT",
    path: "/notifications/settings",
    permission: signedIn,
    summary: "Change the user's notification settings",
    body: notificationSettings,
    response: notificationSettings,
    message: "Notification settings saved.",
  }),
  unsubscribeLink: endpoint({
    ...unsubscribeLink,
    method: "GET",
    path: "/notifications/unsubscribe/:token",
    permission: anyone,
    summary: "Which emails an unsubscribe link ends; changes nothing",
    message: "Link loaded.",
  }),
  unsubscribe: endpoint({
    ...unsubscribeLink,
    method: "POST",
    path: "/notifications/unsubscribe/:token",
    permission: anyone,
    summary: "End the emails that an unsubscribe link names",
    message: "You are unsubscribed.",
  }),
};
