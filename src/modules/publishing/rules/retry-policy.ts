import { hour, minute, second } from "#core/time.ts";

/** Waits after temporary errors of a platform, which double from `first` to `longest` seconds. */
export interface RetryPolicy {
  /** Attempts without progress before the user has to act. */
  attempts: number;
  first: number;
  longest: number;
  /** Seconds; a longer wait that the platform asks for is left to the user. */
  longestRequested?: number;
  /** Length of a second of waiting, in milliseconds; shorter in tests. */
  secondInMilliseconds: number;
}

/** The steps of a delivery, for which the creator waits. */
export const stepPolicy: RetryPolicy = {
  attempts: 14,
  first: 1,
  longest: 120,
  longestRequested: 600,
  secondInMilliseconds: second,
};
/** The deletion of a cancelled upload, over about half an hour. */
export const discardPolicy: RetryPolicy = { ...stepPolicy, longest: 300, longestRequested: Infinity };
/** Captions and playlist entries, over some days. */
export const additionPolicy: RetryPolicy = {
  attempts: 13,
  first: 20,
  longest: (12 * hour) / second,
  secondInMilliseconds: second,
};
/** Figures of published videos, which nobody waits for: at most an hour after every failure. */
export const figuresPolicy: RetryPolicy = { ...additionPolicy, first: hour / second };

const quotaCodes = new Set(["quota_exceeded", "quota_share_used"]);

/**
 * Milliseconds to wait after the `failures`-th failure in a row, at least those that the platform asked for, and for a quota
 * until it renews; null when no attempts are left. `random` is from 0 to 1 and spreads retries.
 */
export function backoff(
  { code, retryAfterSeconds = 0 }: { code: string; retryAfterSeconds?: number | undefined },
  { failures, random }: { failures: number; random: number },
  { attempts, first, longest, longestRequested = Infinity, secondInMilliseconds }: RetryPolicy,
): number | null {
  if (quotaCodes.has(code) && retryAfterSeconds > 0) {
    return retryAfterSeconds * second + (1 + 4 * random) * minute;
  }
  if (failures >= attempts || retryAfterSeconds > longestRequested) return null;
  const doubled = Math.min(first * 2 ** (failures - 1), longest);
  return Math.max(retryAfterSeconds, doubled * (0.5 + random / 2)) * secondInMilliseconds;
}
