import type { AdapterError } from "#core/adapter-error.ts";
import { backoffSeconds, type RetryPolicy } from "#modules/publishing/rules/retry-policy.ts";

/** The wait of the retry policy after a temporary error; null after others. */
export function waitByPolicy(
  { kind, retryAfterSeconds }: AdapterError,
  failures: number,
  policy: RetryPolicy,
): number | null {
  if (kind !== "retry") return null;
  const seconds = backoffSeconds({ failures, retryAfterSeconds, random: Math.random() }, policy);
  return seconds === null ? null : seconds * policy.secondInMilliseconds;
}
