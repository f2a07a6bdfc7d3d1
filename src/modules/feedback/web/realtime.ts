import { invalidateOn, invalidateOnRefusal } from "#core/web/realtime-invalidation.ts";

import { commentChanged, commentsChanged, guestReviewChanged } from "../realtime-messages.ts";
import { checklistKey, commentCountsKey, guestReviewKey } from "./query-keys.ts";

const commentLists = (taskId: number) => [
  [...checklistKey, taskId],
  [...commentCountsKey, taskId],
];

/** The comments of a version are not refetched: the panel requests only what has changed. */
export const invalidations = [
  invalidateOn(commentChanged, ({ taskId }) => commentLists(taskId)),
  invalidateOn(commentsChanged, ({ taskId }) => commentLists(taskId)),
  invalidateOn(guestReviewChanged, () => [guestReviewKey]),
  invalidateOnRefusal(guestReviewKey),
];
