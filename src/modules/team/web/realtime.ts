import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { teamChanged } from "../realtime-messages.ts";

export const invalidations = [invalidateOn(teamChanged, () => [["team"], ["teams"]])];
