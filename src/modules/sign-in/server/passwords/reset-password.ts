import { z } from "zod";

import {
  findPerson,
  lockPerson,
  confirmPersonEmail,
  setPassword,
} from "#modules/people/server/public/credentials.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";
import { resetLifetime } from "#modules/sign-in/rules/one-time-code.ts";

import { startFlow, completeFlow, defineFlow } from "../flows/flows.ts";
import { deleteOtherSignInMethods } from "../methods/sign-in-methods.ts";
import { deleteCodes } from "../one-time-codes/queries.ts";
import { redeemCode } from "../one-time-codes/redeem-code.ts";
import type { CodeRequestOrigin } from "../one-time-codes/request-code.ts";
import { clearLoginAttempts } from "../rate-limits/clear.ts";
import { sendSecurityEmail } from "../security-emails/send-security-email.ts";
import { rememberBrowser } from "../sessions/known-browser.ts";
import { endSessions } from "../sessions/queries.ts";
import { type RunAct } from "../sessions/request-origin.ts";
import { hashPassword, rejectCommonPassword } from "./password-hash.ts";

/** Allows one browser to set a new password after a correct code. */
export const resetFlow = defineFlow({
  purpose: "reset_password",
  data: z.object({ personId: z.number() }),
  lifetime: resetLifetime,
});

/** Redeems the emailed code and returns the token of a `resetFlow`. */
export function verifyResetCode(
  run: RunAct,
  { email, otp }: { email: string; otp: string },
  origin: CodeRequestOrigin,
): Promise<string> {
  const guess = { email, purpose: "reset_password", code: otp } as const;
  return redeemCode(run, guess, origin, (ctx, personId) => startFlow(ctx, resetFlow, { personId }));
}

/**
 * Sets a new password with the flow token of the same browser and ends all sessions of the account. Returns their ids and
 * the token by which this browser is known from now on, so that it can log in however many attempts there were.
 * Fails with `reset_expired` and `common_password`; after `common_password` the flow can be completed again.
 */
export async function resetPassword(
  run: RunAct,
  { email, password }: { email: string; password: string },
  browser: { token: string | undefined; browserToken?: string | undefined },
): Promise<{ ended: string[]; browserToken: string }> {
  await rejectCommonPassword(password);
  const personId = await run(async (ctx) => {
    const flow = await completeFlow(ctx, resetFlow, browser.token);
    const person = flow && (await findPerson(ctx, flow.personId));
    if (!person || person.email !== email) throw codeError("reset_expired");
    return person.id;
  });
  const passwordHash = await hashPassword(password);
  return run(async (ctx) => {
    const person = await lockPerson(ctx, personId);
    if (!person || person.email !== email) throw codeError("reset_expired");
    await setPassword(ctx, personId, passwordHash);
    // If the address was registered by someone else, they must not keep access after its owner resets the password.
    if (!person.emailVerified) await deleteOtherSignInMethods(ctx.tx, personId);
    await confirmPersonEmail(ctx, personId);
    await deleteCodes(ctx.tx, personId);
    await clearLoginAttempts(ctx.tx, email);
    await sendSecurityEmail(ctx, personId, { change: "password_changed", address: null });
    const browserToken = rememberBrowser(ctx, browser.browserToken, personId);
    return { ended: await endSessions(ctx.tx, personId, "password_changed"), browserToken };
  });
}
