import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";

import { taskChanged } from "../contract.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [["task", taskId]]),
  invalidateOnConnect(["task"]),
];
