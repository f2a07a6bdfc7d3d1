import { z } from "zod";

import { codeError } from "#modules/accounts/contract/forgotten-password.ts";
import { resetLifetime } from "#modules/accounts/rules/one-time-code.ts";

import type { CodeOrigin } from "../codes/ask.ts";
import { withCode } from "../codes/guess.ts";
import { sendSecurityEmail } from "../letters/tell-of-change.ts";
import { deleteCodes } from "../store/one-time-codes.ts";
import { findPerson, lockPerson, markEmailVerified, setPassword } from "../store/people.ts";
import { deleteSessionsOf } from "../store/sessions.ts";
import { forgetTries } from "../store/throttles.ts";
import { deleteOtherWaysIn } from "../store/ways-in.ts";
import { loginTriesKey, type RunAct } from "./log-in.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { issueTicket, takeTicket, ticketKind } from "./tickets.ts";

/** Lets one browser set a new password after a right code. */
export const resetTicket = ticketKind({
  purpose: "reset_password",
  data: z.object({ personId: z.number() }),
  lifetime: resetLifetime,
});

/** Uses up the code that was mailed; the answer is the token of a `resetTicket`. */
export function verifyResetCode(
  run: RunAct,
  { email, otp }: { email: string; otp: string },
  origin: CodeOrigin,
): Promise<string> {
  const guess = { email, purpose: "reset_password", code: otp } as const;
  return withCode(run, guess, origin, (ctx, personId) => issueTicket(ctx, resetTicket, { personId }));
}

/**
 * Sets a new password by the ticket of the same browser, and answers the ids of the account's sessions, which all end.
 * A refused password leaves the ticket as it was; the slow hash is only for who has one.
 */
export async function resetPassword(
  run: RunAct,
  { email, password }: { email: string; password: string },
  ticket: string | undefined,
): Promise<string[]> {
  await refuseCommonPassword(password);
  const personId = await run(async (ctx) => {
    const taken = await takeTicket(ctx, resetTicket, ticket);
    const person = taken && (await findPerson(ctx.tx, taken.personId));
    if (!person || person.email !== email) throw codeError("reset_over");
    return person.id;
  });
  const passwordHash = await hashPassword(password);
  return run(async (ctx) => {
    const person = await lockPerson(ctx.tx, personId);
    if (!person || person.email !== email) throw codeError("reset_over");
    await setPassword(ctx.tx, personId, passwordHash);
    // Whoever registered an address that isn't theirs must not keep a way in once its owner has come.
    if (!person.emailVerified) await deleteOtherWaysIn(ctx.tx, personId);
    await markEmailVerified(ctx.tx, personId);
    await deleteCodes(ctx.tx, personId);
    await forgetTries(ctx.tx, loginTriesKey(email));
    await sendSecurityEmail(ctx, personId, "password_changed");
    return deleteSessionsOf(ctx.tx, personId, null);
  });
}
