import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/contract.ts";

import { ratingChanged } from "../contract.ts";

/** A reconnection invalidates nothing here: profiles and top lists may be ten minutes old. */
export const invalidations = [
  invalidateOn(profileChanged, () => [["profile"], ["top-users"]]),
  invalidateOn(ratingChanged, ({ taskId }) => [["rating", taskId], ["profile"], ["reviews"], ["top-users"]]),
];
