import type { AdapterError } from "#core/adapter-error.ts";
import { hour, minute, second } from "#core/time.ts";
import { problemCodeOf } from "#modules/publishing/rules/problems.ts";
import { backoffSeconds, type RetryPolicy } from "#modules/publishing/rules/retry-policy.ts";

import type { OperationWork } from "./operation.ts";
import { markFailed } from "./settle.ts";

const quotaCodes = new Set(["quota_exceeded", "quota_share_used"]);

/** The wait after a temporary error: for a quota until it renews, else that of the retry policy; null after others. */
export function waitByPolicy(
  { kind, code, retryAfterSeconds }: AdapterError,
  failures: number,
  policy: RetryPolicy,
): number | null {
  if (kind !== "retry") return null;
  if (quotaCodes.has(code) && retryAfterSeconds !== undefined) {
    // Not all deliveries continue in the same second.
    return retryAfterSeconds * second + minute + Math.random() * 4 * minute;
  }
  const seconds = backoffSeconds({ failures, retryAfterSeconds, random: Math.random() }, policy);
  return seconds === null ? null : seconds * policy.secondInMilliseconds;
}

/** The steps of a delivery: their failure is that of the delivery. */
export const step = {
  waitAfter: waitByPolicy,
  problemCodeOf,
  fail: markFailed,
} satisfies Partial<OperationWork>;

const additionAttempts = 13;
const maxAdditionWait = 12 * hour;

/** Captions and playlist entries: none of them can fail a delivery. Their waits double, because a quota may be used up until tomorrow. */
export const addition = {
  waitAfter: ({ kind, retryAfterSeconds = 0 }: AdapterError, failures: number) => {
    if (kind !== "retry" || failures >= additionAttempts) return null;
    const wait = Math.min(20 * second * 2 ** (failures - 1), maxAdditionWait);
    return Math.max(retryAfterSeconds * second, wait);
  },
} satisfies Partial<OperationWork>;
