import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { commentChanged, commentsChanged } from "#modules/feedback/realtime-messages.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { ratingChanged } from "#modules/profiles/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { tasksKey, waitingVideosKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, () => [tasksKey, waitingVideosKey]),
  invalidateOn(teamChanged, () => [tasksKey, waitingVideosKey]),
  invalidateOn(profileChanged, () => [tasksKey]),
  invalidateOn(ratingChanged, () => [tasksKey]),
  invalidateOn(commentChanged, () => [tasksKey]),
  invalidateOn(commentsChanged, () => [tasksKey]),
];
