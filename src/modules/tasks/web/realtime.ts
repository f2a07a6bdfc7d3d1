import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { taskChanged } from "../realtime-messages.ts";
import { contributorsKey, taskKey, teammatesKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [
    [...taskKey, taskId],
    [...contributorsKey, taskId],
    teammatesKey,
  ]),
  invalidateOn(teamChanged, () => [taskKey, teammatesKey]),
  invalidateOn(profileChanged, () => [teammatesKey]),
];
