import { commonError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import type { Limit } from "#modules/sign-in/rules.ts";

import { clearAttempts, refundAttempt } from "../rate-limits/queries.ts";
import { countAttempts } from "../rate-limits/rate-limits.ts";

/**
 * Counts one use under `key` in the caller's transaction. Throws `too_many` (429) when the limit is reached; a use that
 * fails is not counted.
 */
export async function countUse(ctx: Context, counted: { key: string; limit: Limit }): Promise<void> {
  const seconds = await countAttempts(ctx, [counted]);
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
}

/**
 * Counts one use under each key, the narrowest first, in the caller's transaction. Returns false when a limit is reached;
 * then it isn't counted for the wider ones.
 */
export async function isWithinLimits(
  ctx: Context,
  counted: readonly { key: string; limit: Limit }[],
): Promise<boolean> {
  return (await countAttempts(ctx, counted)) === null;
}

/** Ends the window of a key. Waits for transactions that count a use under it. */
export async function endWindow(ctx: Context, key: string): Promise<void> {
  await clearAttempts(ctx.tx, key);
}

/**
 * Counts a guess under each key, the narrowest first. Returns the seconds to wait when a limit is reached, else null; then it
 * isn't counted for the wider ones. It doesn't throw, so that the count is committed before the guess is checked.
 */
export async function countGuess(
  ctx: Context,
  counted: readonly { key: string; limit: Limit }[],
): Promise<number | null> {
  return countAttempts(ctx, counted);
}

/** Uncounts a guess that was right. */
export async function refundGuess(ctx: Context, key: string): Promise<void> {
  await refundAttempt(ctx.tx, key);
}
