import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { invitationsChanged } from "#modules/sign-in/realtime-messages.ts";

import { teamChanged } from "../realtime-messages.ts";

export const invalidations = [
  invalidateOn(teamChanged, () => [["team"], ["teams"]]),
  invalidateOn(invitationsChanged, () => [["team"]]),
];
