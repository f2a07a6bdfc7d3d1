import { commonError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import type { Limit } from "#modules/sign-in/rules.ts";

import { countAttempts } from "../rate-limits/rate-limits.ts";

/**
 * Counts one use under `key` in the caller's transaction. Throws `too_many` (429) when the limit is reached; a use that
 * fails is not counted.
 */
export async function countUse(ctx: Context, counted: { key: string; limit: Limit }): Promise<void> {
  const seconds = await countAttempts(ctx, [counted]);
  if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
}
