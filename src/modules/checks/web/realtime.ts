import { invalidateOn } from "#core/web/realtime-invalidation.ts";

import { checkChanged, specificationChanged } from "../realtime-messages.ts";
import { checkKey, creatorSpecificationKey, loudnessKey, taskSpecificationKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(checkChanged, ({ taskId }) => [
    [...checkKey, taskId],
    [...loudnessKey, taskId],
    [...taskSpecificationKey, taskId],
  ]),
  invalidateOn(specificationChanged, () => [checkKey, taskSpecificationKey, creatorSpecificationKey]),
];
