import type { Context } from "#foundation/server/context.ts";
import { after } from "#foundation/time.ts";
import { accountsFailure } from "#product/accounts/contract.ts";
import type { Limit } from "#product/accounts/rules.ts";

import { countTry } from "../store/throttles.ts";

/**
 * Counts a try under each key and answers the seconds to wait when one of them has had too many, else null. It answers
 * instead of failing, so that the caller's transaction commits the count.
 */
export async function countTries(
  ctx: Context,
  counted: readonly { key: string; limit: Limit }[],
): Promise<number | null> {
  let wait: number | null = null;
  for (const { key, limit } of counted) {
    const { tries, until } = await countTry(ctx.tx, {
      key,
      now: ctx.now,
      until: after(ctx.now, limit.window),
    });
    if (tries > limit.tries) {
      wait = Math.max(wait ?? 1, Math.ceil((until.getTime() - ctx.now.getTime()) / 1000));
    }
  }
  return wait;
}

/** Refuses with 429 when `countTries` said to wait. */
export function refuseToWait(seconds: number | null): void {
  if (seconds !== null) throw accountsFailure("login_locked", { retryAfterSeconds: seconds });
}
