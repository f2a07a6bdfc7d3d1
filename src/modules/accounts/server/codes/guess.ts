import type { Context } from "#core/server/context.ts";
import { codeError } from "#modules/accounts/contract/forgotten-password.ts";
import { wrongTriesAllowed } from "#modules/accounts/rules/one-time-code.ts";

import type { RunAct } from "../sign-in/log-in.ts";
import { countTries } from "../sign-in/throttle.ts";
import { type CodePurpose, countGuess, deleteCodes } from "../store/one-time-codes.ts";
import { countTry } from "../store/throttles.ts";
import type { CodeOrigin } from "./ask.ts";
import { hashCode } from "./draw.ts";

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
export async function withCode<T>(
  run: RunAct,
  guess: Guess,
  origin: CodeOrigin,
  act: (ctx: Context, personId: number) => Promise<T>,
): Promise<T> {
  const limit = origin.limits.guessesByAddress;
  const outcome = await run(async (ctx) => {
    const wait = await countTries(ctx, [{ key: `guess:address:${origin.address}`, limit }]);
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
  const guess = { email, purpose, now: ctx.now, allowed: wrongTriesAllowed };
  const kept = await countGuess(ctx.tx, guess);
  const codeHash = hashCode(ctx, { personId: kept?.personId ?? 0, purpose, code });
  // A row is written whether or not there is such an account, so that accounts can't be told by the clock.
  await countTry(ctx.tx, { key: `guess:email:${email}`, now: ctx.now, until: ctx.now });
  if (kept?.codeHash !== codeHash) return null;
  await deleteCodes(ctx.tx, kept.personId, purpose);
  return kept.personId;
}
