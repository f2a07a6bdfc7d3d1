import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { figuresChanged } from "../realtime-messages.ts";
import { channelKey, channelVideosKey, resultsKey, teamKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [[...resultsKey, taskId], teamKey]),
  invalidateOn(figuresChanged, () => [resultsKey, channelKey, channelVideosKey]),
  invalidateOn(teamChanged, () => [resultsKey, channelKey, channelVideosKey]),
  invalidateOn(destinationsChanged, () => [resultsKey, channelKey, channelVideosKey]),
];
