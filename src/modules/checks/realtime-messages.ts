import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Findings of a version, statements about them or the specification of its task have changed: request them again. */
export const checkChanged = defineRealtimeMessage("check_changed", z.object({ taskId: z.number().int() }));

/** The specification of a creator, which counts in tasks without their own, has changed. */
export const specificationChanged = defineRealtimeMessage("specification_changed", z.object({}));
