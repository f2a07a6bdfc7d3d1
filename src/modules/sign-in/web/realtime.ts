import { invalidateOn, invalidateOnRefusal } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";

import { invitationsChanged } from "../realtime-messages.ts";

export const invalidations = [
  invalidateOn(profileChanged, ({ personId }, userId) => (personId === userId ? [["user"]] : [])),
  invalidateOn(invitationsChanged, () => [["invitations"]]),
  invalidateOnRefusal(["user"]),
];
