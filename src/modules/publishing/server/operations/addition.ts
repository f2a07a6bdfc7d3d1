import type { AdapterError } from "#core/adapter-error.ts";
import { hour, second } from "#core/time.ts";

import type { OperationWork } from "./operation.ts";

const attempts = 13;
const maxWait = 12 * hour;

/** Captions and playlist entries: none of them can fail a delivery. Their waits double, because a quota may be used up until tomorrow. */
export const addition = {
  waitAfter: ({ kind, retryAfterSeconds = 0 }: AdapterError, failures: number) => {
    if (kind !== "retry" || failures >= attempts) return null;
    return Math.max(retryAfterSeconds * second, Math.min(20 * second * 2 ** (failures - 1), maxWait));
  },
} satisfies Partial<OperationWork>;
