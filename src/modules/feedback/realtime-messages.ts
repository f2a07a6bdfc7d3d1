import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

import { comment } from "./contract.ts";

const taskId = z.number().int();

/** A comment or reply was written, changed or deleted. */
export const commentChanged = defineRealtimeMessage("comment_changed", z.object({ taskId, comment }));
/** Several comments of the task were changed, the last of them with this change number. */
export const commentsChanged = defineRealtimeMessage(
  "comments_changed",
  z.object({ taskId, change: z.number().int() }),
);
