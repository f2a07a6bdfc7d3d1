/** Retry policy of requests to the platform: attempts and waits. */
export interface RetryPolicy {
  /** Attempts without progress before the user has to act. */
  attempts: number;
  /** Length of a second of waiting, in milliseconds; shorter in tests. */
  secondInMilliseconds: number;
}
export const defaultRetryPolicy: RetryPolicy = { attempts: 14, secondInMilliseconds: 1000 };

const maxBackoffSeconds = 120;
/** A longer wait that the platform asks for is left to the user. */
const maxWaitSeconds = 600;

/**
 * Seconds to wait after the `failures`-th failure in a row, at least what the platform asked for; null when no attempts
 * are left. `random` is from 0 to 1 and spreads the retries of many deliveries.
 */
export function backoffSeconds(
  failure: { failures: number; retryAfterSeconds: number | undefined; random: number },
  policy: RetryPolicy,
): number | null {
  const { failures, retryAfterSeconds = 0, random } = failure;
  if (failures >= policy.attempts || retryAfterSeconds > maxWaitSeconds) return null;
  const backoff = Math.min(2 ** (failures - 1), maxBackoffSeconds);
  return Math.max(retryAfterSeconds, backoff * (0.5 + random / 2));
}
