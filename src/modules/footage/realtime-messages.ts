import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Files of a task have arrived, been deleted or been found damaged. */
export const footageChanged = defineRealtimeMessage("footage_changed", z.object({ taskId: z.number() }));
