import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";

import { deliveryChanged, destinationsChanged } from "../realtime-messages.ts";
import { progressKey, summaryKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [[...progressKey, taskId]]),
  invalidateOn(deliveryChanged, ({ taskId }) => [[...progressKey, taskId]]),
  invalidateOn(destinationsChanged, () => [summaryKey]),
  invalidateOnConnect(progressKey, summaryKey),
];
