import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { footageChanged } from "../realtime-messages.ts";
import { filesKey, filesOverviewKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(footageChanged, ({ taskId }) => [
    [...filesOverviewKey, taskId],
    [...filesKey, taskId],
  ]),
];
