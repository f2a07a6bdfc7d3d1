import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { videoChanged } from "#modules/media/contract.ts";
import { profileChanged } from "#modules/people/contract.ts";
import { taskChanged } from "#modules/tasks/contract.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [
    ["preview", taskId],
    ["versions", taskId],
  ]),
  invalidateOn(videoChanged, () => [["preview"]]),
  invalidateOn(profileChanged, () => [["preview"]]),
  invalidateOnConnect(["preview"], ["versions"]),
];
