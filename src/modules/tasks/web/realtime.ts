import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";

import { taskChanged } from "../realtime-messages.ts";
import { taskKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [[...taskKey, taskId]]),
  invalidateOnConnect(taskKey),
];
