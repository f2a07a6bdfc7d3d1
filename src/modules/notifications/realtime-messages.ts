import { defineRealtimeMessage } from "#core/event.ts";

import { notification } from "./contract.ts";

/** A new notification for the user. */
export const notified = defineRealtimeMessage("notified", notification);
