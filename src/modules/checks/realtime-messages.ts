import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Findings of a version, statements about them or the specification of its task have changed: request them again. */
export const checkChanged = defineRealtimeMessage("check_changed", z.object({ taskId: z.number().int() }));
