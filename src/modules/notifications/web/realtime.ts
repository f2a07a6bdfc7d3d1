import { invalidateOn, invalidateOnConnect } from "#core/web/realtime-invalidation.ts";
import { ratingChanged } from "#modules/profiles/contract.ts";

import { notified } from "../contract.ts";
import { notificationsKey } from "./queries.ts";

export const invalidations = [
  invalidateOn(notified, () => [notificationsKey]),
  invalidateOn(ratingChanged, () => [notificationsKey]),
  invalidateOnConnect(notificationsKey),
];
