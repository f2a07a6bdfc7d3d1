import { problemCodeOf } from "#modules/publishing/rules/problems.ts";

import { markFailed } from "./mark-failed.ts";
import type { OperationWork } from "./operation.ts";
import { waitByPolicy } from "./waits.ts";

/** The steps of a delivery: their failure is that of the delivery. */
export const step = {
  waitAfter: waitByPolicy,
  problemCodeOf,
  fail: markFailed,
} satisfies Partial<OperationWork>;
