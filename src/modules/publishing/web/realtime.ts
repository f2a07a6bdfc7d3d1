import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { taskChanged } from "#modules/tasks/contract.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [["progress", taskId]]),
  invalidateOnConnect(["progress"]),
];
