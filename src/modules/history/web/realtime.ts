import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { historyKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [[...historyKey, taskId]]),
  invalidateOn(teamChanged, () => [historyKey]),
  invalidateOn(profileChanged, () => [historyKey]),
];
