import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

const aboutTask = z.object({ taskId: z.number() });

/** A task or anything shown with it (versions, publishing, rating) has changed. */
export const taskChanged = defineRealtimeMessage("task_changed", aboutTask);
