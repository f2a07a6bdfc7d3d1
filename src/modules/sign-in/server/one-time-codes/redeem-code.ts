import type { Context } from "#core/server/context.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";
import { failedAttemptsAllowed } from "#modules/sign-in/rules/one-time-code.ts";

import { countAttempt } from "../rate-limits/queries.ts";
import { countAttempts } from "../rate-limits/rate-limits.ts";
import type { RunAct } from "../request-origin.ts";
import { hashCode } from "./generate-code.ts";
import { type CodePurpose, countCodeAttempt, deleteCodes } from "./queries.ts";
import type { CodeRequestOrigin } from "./request-code.ts";

/** What somebody typed in. `code` is in capitals. */
export interface Guess {
  email: string;
  purpose: CodePurpose;
  code: string;
}

/**
 * Uses up the right code and does what it was asked for in the same transaction. A wrong, late, used or unknown code
 * is always the same `code_refused`; the try is counted either way.
 */
export async function redeemCode<T>(
  run: RunAct,
  guess: Guess,
  origin: CodeRequestOrigin,
  act: (ctx: Context, personId: number) => Promise<T>,
): Promise<T> {
  const limit = origin.limits.guessesByAddress;
  const outcome = await run(async (ctx) => {
    const wait = await countAttempts(ctx, [{ key: `guess:address:${origin.address}`, limit }]);
    if (wait !== null) return { wait };
    const personId = await takeCode(ctx, guess);
    return personId === null ? null : { done: await act(ctx, personId) };
  });
  if (outcome === null) throw codeError("code_refused");
  if ("wait" in outcome) throw codeError("too_many_guesses", { retryAfterSeconds: outcome.wait });
  return outcome.done;
}

/** Whose code it was, or null. It fails by its answer alone: a wrong try must be committed. */
async function takeCode(ctx: Context, { email, purpose, code }: Guess): Promise<number | null> {
  const guess = { email, purpose, now: ctx.now, allowed: failedAttemptsAllowed };
  const kept = await countCodeAttempt(ctx.tx, guess);
  const codeHash = hashCode(ctx, { personId: kept?.personId ?? 0, purpose, code });
  // A row is written whether or not there is such an account, so that accounts can't be told by the clock.
  await countAttempt(ctx.tx, { key: `guess:email:${email}`, now: ctx.now, resetsAt: ctx.now });
  if (kept?.codeHash !== codeHash) return null;
  await deleteCodes(ctx.tx, kept.personId, purpose);
  return kept.personId;
}
