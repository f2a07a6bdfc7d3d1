import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { signInError } from "#modules/sign-in/contract.ts";
import type { Limit } from "#modules/sign-in/rules.ts";

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

/** Throws `login_locked` (429) unless `countAttempts` returned null. */
export function refuseIfLimited(seconds: number | null): void {
  if (seconds !== null) throw signInError("login_locked", { retryAfterSeconds: seconds });
}
