import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/contract.ts";

import { ratingChanged } from "../contract.ts";

/** Reconnecting refetches nothing: profiles and top lists may be up to ten minutes old. */
export const invalidations = [
  invalidateOn(profileChanged, () => [["profile"], ["top-users"]]),
  invalidateOn(ratingChanged, ({ taskId }) => [["rating", taskId], ["profile"], ["reviews"], ["top-users"]]),
];
