import { invalidateOn, invalidateOnRefusal } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";

import { invitationsChanged } from "../realtime-messages.ts";
import { useUserStore } from "./sessions/user-store.ts";

export const invalidations = [
  invalidateOn(profileChanged, ({ personId }) =>
    personId === useUserStore.getState().user?.id ? [["user"]] : [],
  ),
  invalidateOn(invitationsChanged, () => [["invitations"]]),
  invalidateOnRefusal(["user"]),
];
