import { z } from "zod";

import { defineGuestMessage, defineRealtimeMessage } from "#core/event.ts";

import type { Comment } from "./contract/comments.ts";
import type { GuestComment } from "./contract/guests.ts";

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

/** Like `commentChanged`, for the guests of a link to the version of the comment. */
export const guestCommentChanged = defineGuestMessage(
  "guest_comment_changed",
  z.object({ comment: z.custom<GuestComment>() }),
);
/** Like `guestCommentChanged`, for a comment that each guest has to request. */
export const guestCommentsChanged = defineGuestMessage(
  "guest_comments_changed",
  z.object({ change: z.number().int() }),
);
/** The link, or what guests see of its version, was changed, or the link has ended. */
export const guestReviewChanged = defineGuestMessage("guest_review_changed", z.object({}));
