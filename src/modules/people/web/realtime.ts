import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { profileChanged } from "../contract.ts";

export const invalidations = [invalidateOn(profileChanged, () => [["people"]])];
