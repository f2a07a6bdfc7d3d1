import type { Context } from "#core/server/context.ts";
import { countAttempt } from "#core/server/rate-limit/queries.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";
import { failedAttemptsAllowed } from "#modules/sign-in/rules/one-time-code.ts";

import { emailKeys } from "../rate-limits/keys.ts";
import type { RunAct } from "../sessions/request-origin.ts";
import { hashCode } from "./generate-code.ts";
import { type CodePurpose, countCodeAttempt, deleteCodes } from "./queries.ts";
import type { CodeRequestOrigin } from "./request-code.ts";

/** A code as typed, in capitals. */
export interface CodeAttempt {
  email: string;
  purpose: CodePurpose;
  code: string;
}

/**
 * Runs `act` and deletes the code in one transaction if the code is correct. A wrong, expired, used or unknown code fails
 * with `code_refused`. The attempt is counted in each case; too many fail with `too_many_guesses`.
 */
export async function redeemCode<T>(
  run: RunAct,
  guess: CodeAttempt,
  origin: CodeRequestOrigin,
  act: (ctx: Context, personId: number) => Promise<T>,
): Promise<T> {
  const { guessesByClient, guessesByAddress } = origin.limits;
  const outcome = await run(async (ctx) => {
    const wait = await countAttempts(ctx, [
      { key: emailKeys.guessFrom(guess.email, origin.address), limit: guessesByClient },
      { key: `guess:address:${origin.address}`, limit: guessesByAddress },
    ]);
    if (wait !== null) return { wait };
    const personId = await takeCode(ctx, guess);
    return personId === null ? null : { done: await act(ctx, personId) };
  });
  if (outcome === null) throw codeError("code_refused");
  if ("wait" in outcome) throw codeError("too_many_guesses", { retryAfterSeconds: outcome.wait });
  return outcome.done;
}

/** The person of a correct code, or null. It doesn't throw, so that the transaction commits the attempt. */
async function takeCode(ctx: Context, { email, purpose, code }: CodeAttempt): Promise<number | null> {
  const guess = { email, purpose, now: ctx.now, allowed: failedAttemptsAllowed };
  const attempt = await countCodeAttempt(ctx.tx, guess);
  const codeHash = hashCode(ctx, { personId: attempt?.personId ?? 0, purpose, code });
  // Writes a row whether or not the account exists, so that the timing doesn't reveal it.
  await countAttempt(ctx.tx, { key: emailKeys.guess(email), now: ctx.now, resetsAt: ctx.now });
  if (attempt?.codeHash !== codeHash) return null;
  await deleteCodes(ctx.tx, attempt.personId, purpose);
  return attempt.personId;
}
