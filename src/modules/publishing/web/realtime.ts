import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { deliveryChanged, destinationsChanged } from "../realtime-messages.ts";
import {
  destinationsKey,
  detailsKey,
  progressKey,
  publicationsKey,
  readinessKey,
  summaryKey,
} from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [
    [...progressKey, taskId],
    [...readinessKey, taskId],
    publicationsKey,
  ]),
  invalidateOn(teamChanged, () => [summaryKey, detailsKey, progressKey, publicationsKey]),
  invalidateOn(deliveryChanged, ({ taskId }) => [
    [...progressKey, taskId],
    [...detailsKey, taskId],
    publicationsKey,
  ]),
  invalidateOn(destinationsChanged, () => [
    summaryKey,
    readinessKey,
    destinationsKey,
    progressKey,
    publicationsKey,
  ]),
];
