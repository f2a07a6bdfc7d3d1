import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { ratingChanged } from "#modules/profiles/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";

import { notified } from "../realtime-messages.ts";
import { notificationsKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(notified, () => [notificationsKey]),
  // A decision on a version resolves the requests to review it.
  invalidateOn(taskChanged, () => [notificationsKey]),
  invalidateOn(ratingChanged, () => [notificationsKey]),
  invalidateOnConnect(notificationsKey),
];
