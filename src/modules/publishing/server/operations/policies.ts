import { toProblemCode } from "#modules/publishing/rules/problems.ts";
import { additionPolicy } from "#modules/publishing/rules/retry-policy.ts";

import type { OperationWork } from "./operation.ts";
import { markFailed } from "./settle.ts";

/** The steps of a delivery: their failure is that of the delivery. */
export const step: Omit<OperationWork, "run"> = {
  retry: ({ kind }, steps) => (kind === "retry" ? steps : null),
  toProblemCode,
  fail: markFailed,
};

/** Captions and playlist entries: none of them can fail a delivery. */
export const addition: Omit<OperationWork, "run"> = {
  retry: ({ kind }) => (kind === "retry" ? additionPolicy : null),
};
