import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/contract.ts";
import { taskChanged } from "#modules/tasks/contract.ts";

export const invalidations = [
  invalidateOn(taskChanged, () => [["tasks"]]),
  invalidateOn(profileChanged, () => [["tasks"]]),
  invalidateOnConnect(["tasks"]),
];
