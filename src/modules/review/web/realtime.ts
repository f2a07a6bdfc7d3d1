import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { videoChanged } from "#modules/media/realtime-messages.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { previewKey, versionsKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(taskChanged, ({ taskId }) => [
    [...previewKey, taskId],
    [...versionsKey, taskId],
  ]),
  invalidateOn(teamChanged, () => [previewKey, versionsKey]),
  invalidateOn(videoChanged, () => [previewKey]),
  invalidateOn(profileChanged, () => [previewKey]),
];
