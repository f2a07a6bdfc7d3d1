import { codeError } from "#modules/accounts/contract/forgotten-password.ts";
import type { CodeLimits } from "#modules/accounts/rules/one-time-code.ts";

import type { RunAct } from "../sign-in/log-in.ts";
import { countTries } from "../sign-in/throttle.ts";
import type { CodePurpose } from "../store/one-time-codes.ts";
import { emailPurpose, mailCode } from "./job-definitions.ts";

/** Permission asks, and what this server can do. */
export interface CodeOrigin {
  /** The network address of whoever asks or guesses. */
  address: string;
  limits: CodeLimits;
}

/**
 * Has a new code mailed, which ends the one before. Whether anybody has the email is looked up by the job, so that
 * the answer and its time are the same for every email.
 */
export async function askForCode(
  run: RunAct,
  asked: { purpose: CodePurpose; email: string },
  origin: CodeOrigin & { sendsMail: boolean },
): Promise<void> {
  if (!origin.sendsMail) throw codeError("no_mail");
  const { purpose, email } = asked;
  const { codesByEmail, codesByAddress } = origin.limits;
  const wait = await run(async (ctx) => {
    const seconds = await countTries(ctx, [
      { key: `code:email:${email}`, limit: codesByEmail },
      { key: `code:address:${origin.address}`, limit: codesByAddress },
    ]);
    if (seconds === null) {
      await ctx.enqueue(mailCode, { purpose, encryptedEmail: ctx.keyring.encrypt(emailPurpose, email) });
    }
    return seconds;
  });
  if (wait !== null) throw codeError("too_many_codes", { retryAfterSeconds: wait });
}
