import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** A rating that the user gave or received has changed. */
export const ratingChanged = defineRealtimeMessage("rating_changed", z.object({ taskId: z.number() }));
