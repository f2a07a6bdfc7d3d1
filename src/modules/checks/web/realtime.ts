import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { checkChanged } from "../realtime-messages.ts";
import { checkKey, loudnessKey, taskSpecificationKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(checkChanged, ({ taskId }) => [
    [...checkKey, taskId],
    [...loudnessKey, taskId],
    [...taskSpecificationKey, taskId],
  ]),
];
