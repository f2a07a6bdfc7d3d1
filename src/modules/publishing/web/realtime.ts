import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";

import { progressKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [[...progressKey, taskId]]),
  invalidateOnConnect(progressKey),
];
