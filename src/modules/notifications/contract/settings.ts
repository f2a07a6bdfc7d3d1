import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { anyone, signedIn } from "#core/permission.ts";

import { notificationKinds } from "./inbox.ts";

export const emailFrequencies = ["immediately", "hourly"] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

const kindList = z.array(z.enum(notificationKinds)).max(notificationKinds.length);

/** A user's choices. The switch of a channel is stored apart from its kinds, which return when it is switched on again. */
export const notificationSettings = z.object({
  push: z.boolean(),
  email: z.boolean(),
  emailFrequency: z.enum(emailFrequencies),
  /** Kinds that are not sent by push. */
  pushOff: kindList,
  /** Kinds that are not sent by email. */
  emailOff: kindList,
});
export type NotificationSettings = z.output<typeof notificationSettings>;

/** The scope of an unsubscribe link: the emails of one kind, or all notification emails. */
export const unsubscribeScopes = [...notificationKinds, "all"] as const;
export type UnsubscribeScope = (typeof unsubscribeScopes)[number];

const unsubscribeLink = {
  params: z.object({ token: z.string().min(1).max(400) }),
  response: z.object({ scope: z.enum(unsubscribeScopes) }),
};

/** A value of the Push API, base64url without padding. */
const pushKey = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), "Invalid key.");

export const notificationSettingsEndpoints = {
  settings: endpoint({
    method: "GET",
    path: "/notifications/settings",
    permission: signedIn,
    summary: "The user's notification settings",
    response: notificationSettings.extend({
      /** False where the server sends no email. */
      emailAvailable: z.boolean(),
      /** Notification emails are sent only to a confirmed address. */
      emailConfirmed: z.boolean(),
      /** The kinds that the user can receive, by their role and their work in teams. */
      kinds: kindList,
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
  pushKey: endpoint({
    method: "GET",
    path: "/notifications/push-key",
    permission: signedIn,
    summary: "The public key with which browsers subscribe to push notifications",
    response: z.object({ publicKey: z.string() }),
    message: "Key loaded.",
  }),
  subscribePush: endpoint({
    method: "POST",
    path: "/notifications/push-subscriptions",
    permission: signedIn,
    summary: "Send push notifications to a browser until its session ends",
    body: z.object({
      endpoint: z.url({ protocol: /^https$/ }).max(1000),
      /** P-256 public key, uncompressed. */
      p256dh: pushKey(65),
      auth: pushKey(16),
    }),
    response: z.null(),
    message: "Push notifications are on in this browser.",
  }),
  unsubscribeLink: endpoint({
    ...unsubscribeLink,
    method: "GET",
    path: "/notifications/unsubscribe/:token",
    permission: anyone,
    summary: "The emails that an unsubscribe link ends; changes nothing",
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
