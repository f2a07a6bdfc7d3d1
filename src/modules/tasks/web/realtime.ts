import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/contract.ts";

import { taskChanged } from "../contract.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [["tasks"], ["task", taskId]]),
  invalidateOn(profileChanged, () => [["tasks"]]),
  invalidateOnConnect(["tasks"], ["task"]),
];
