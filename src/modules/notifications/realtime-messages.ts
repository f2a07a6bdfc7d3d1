import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

import { notification } from "./contract/inbox.ts";

/** A new notification for the user. */
export const notified = defineRealtimeMessage("notified", notification);

/** Notifications of the user were marked as read, in this tab or elsewhere. */
export const notificationsRead = defineRealtimeMessage("notifications_read", z.object({}));
