import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { profileChanged } from "../realtime-messages.ts";

export const invalidations = [invalidateOn(profileChanged, () => [["people"]])];
