import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { blockChanged, profileChanged } from "../realtime-messages.ts";

export const invalidations = [
  invalidateOn(profileChanged, () => [["people"], ["blocked-users"]]),
  invalidateOn(blockChanged, () => [["blocked-users"]]),
];
