import { z } from "zod";

import {
  findPerson,
  lockPerson,
  confirmEmailOf,
  setPassword,
} from "#modules/people/server/actions/credentials.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";
import { resetLifetime } from "#modules/sign-in/rules/one-time-code.ts";

import { startFlow, completeFlow, defineFlow } from "../flows/flows.ts";
import { deleteCodes } from "../one-time-codes/queries.ts";
import { redeemCode } from "../one-time-codes/redeem-code.ts";
import type { CodeRequestOrigin } from "../one-time-codes/request-code.ts";
import { clearAttempts } from "../rate-limits/queries.ts";
import { type RunAct } from "../request-origin.ts";
import { sendSecurityEmail } from "../security-emails/send-security-email.ts";
import { deleteSessionsOf } from "../sessions/queries.ts";
import { deleteOtherSignInMethods } from "../sign-in-methods.ts";
import { loginAttemptsKey } from "./log-in.ts";
import { hashPassword, rejectCommonPassword } from "./password-hash.ts";

/** Lets one browser set a new password after a right code. */
export const resetFlow = defineFlow({
  purpose: "reset_password",
  data: z.object({ personId: z.number() }),
  lifetime: resetLifetime,
});

/** Uses up the code that was mailed; the answer is the token of a `resetFlow`. */
export function verifyResetCode(
  run: RunAct,
  { email, otp }: { email: string; otp: string },
  origin: CodeRequestOrigin,
): Promise<string> {
  const guess = { email, purpose: "reset_password", code: otp } as const;
  return redeemCode(run, guess, origin, (ctx, personId) => startFlow(ctx, resetFlow, { personId }));
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
  await rejectCommonPassword(password);
  const personId = await run(async (ctx) => {
    const taken = await completeFlow(ctx, resetFlow, ticket);
    const person = taken && (await findPerson(ctx, taken.personId));
    if (!person || person.email !== email) throw codeError("reset_over");
    return person.id;
  });
  const passwordHash = await hashPassword(password);
  return run(async (ctx) => {
    const person = await lockPerson(ctx, personId);
    if (!person || person.email !== email) throw codeError("reset_over");
    await setPassword(ctx, personId, passwordHash);
    // Whoever registered an address that isn't theirs must not keep a way in once its owner has come.
    if (!person.emailVerified) await deleteOtherSignInMethods(ctx.tx, personId);
    await confirmEmailOf(ctx, personId);
    await deleteCodes(ctx.tx, personId);
    await clearAttempts(ctx.tx, loginAttemptsKey(email));
    await sendSecurityEmail(ctx, personId, "password_changed");
    return deleteSessionsOf(ctx.tx, personId, null);
  });
}
