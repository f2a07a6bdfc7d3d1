import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

import type { Comment } from "./contract/comments.ts";

const taskId = z.number().int();

/** Only the type: every signed-in page loads this file, and the schema would come with all endpoints. */
const comment = z.custom<Comment>();

/** A comment or reply was written, changed or deleted. */
export const commentChanged = defineRealtimeMessage("comment_changed", z.object({ taskId, comment }));
/** Several comments of the task were changed, the last of them with this change number. */
export const commentsChanged = defineRealtimeMessage(
  "comments_changed",
  z.object({ taskId, change: z.number().int() }),
);
