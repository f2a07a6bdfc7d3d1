import { commonError } from "../../error.ts";
import type { Limit } from "../../rate-limit.ts";
import { after } from "../../time.ts";
import type { Context } from "../context.ts";
import { countAttempt } from "./queries.ts";

/**
 * Counts an attempt under each key, the narrowest first. Returns the seconds to wait if one of them is over its limit, else
 * null. An attempt that a narrower limit refuses isn't counted for the wider ones, which other users share. It returns
 * instead of throwing, so that the caller's transaction commits the count.
 */
export async function countAttempts(
  ctx: Context,
  counted: readonly { key: string; limit: Limit }[],
): Promise<number | null> {
  for (const { key, limit } of counted) {
    const { attempts, resetsAt } = await countAttempt(ctx.tx, {
      key,
      now: ctx.now,
      resetsAt: after(ctx.now, limit.window),
    });
    if (attempts > limit.attempts) {
      return Math.max(1, Math.ceil((resetsAt.getTime() - ctx.now.getTime()) / 1000));
    }
  }
  return null;
}

/**
 * Counts one use under `key` in the caller's transaction. Throws `too_many` (429) when the limit is reached; a use that
 * fails is not counted.
 */
export async function countUse(ctx: Context, counted: { key: string; limit: Limit }): Promise<void> {
  const seconds = await countAttempts(ctx, [counted]);
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
}
