import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** A person's public data (name, pictures, counts) has changed. Sent to the person and those who work with them. */
export const profileChanged = defineRealtimeMessage("profile_changed", z.object({ personId: z.number() }));

/** The user blocked or unblocked another one. Sent to the user only. */
export const blockChanged = defineRealtimeMessage("block_changed", z.object({ personId: z.number() }));
