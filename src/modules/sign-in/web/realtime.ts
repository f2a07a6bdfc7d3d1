import { invalidateOn, invalidateOnRefusal } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";

export const invalidations = [
  invalidateOn(profileChanged, ({ personId }, userId) =>
    personId === userId || personId === undefined ? [["user"]] : [],
  ),
  invalidateOnRefusal(["user"]),
];
