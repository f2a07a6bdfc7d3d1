import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { ratingChanged } from "../realtime-messages.ts";
import {
  profileKey,
  publishedVideosKey,
  ratingKey,
  reviewsKey,
  teamEditorsKey,
  topUsersKey,
} from "./query-keys.ts";

export const invalidations = [
  invalidateOn(profileChanged, () => [profileKey, publishedVideosKey, topUsersKey]),
  invalidateOn(ratingChanged, ({ taskId }) => [[...ratingKey, taskId], profileKey, reviewsKey, topUsersKey]),
  invalidateOn(taskChanged, () => [teamEditorsKey]),
  invalidateOn(teamChanged, () => [teamEditorsKey]),
];
