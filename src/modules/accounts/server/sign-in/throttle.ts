import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { accountsError } from "#modules/accounts/contract.ts";
import type { Limit } from "#modules/accounts/rules.ts";

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
  if (seconds !== null) throw accountsError("login_locked", { retryAfterSeconds: seconds });
}
