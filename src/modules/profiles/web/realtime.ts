import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";

import { ratingChanged } from "../realtime-messages.ts";
import { profileKey, publishedVideosKey, ratingKey, reviewsKey, topUsersKey } from "./query-keys.ts";

/** Reconnecting refetches nothing: profiles and top lists may be up to ten minutes old. */
export const invalidations = [
  invalidateOn(profileChanged, () => [profileKey, publishedVideosKey, topUsersKey]),
  invalidateOn(ratingChanged, ({ taskId }) => [[...ratingKey, taskId], profileKey, reviewsKey, topUsersKey]),
];
