import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";
import type { CodeLimits } from "#modules/sign-in/rules/one-time-code.ts";

import { encryptEmailAddress } from "../job-email-address.ts";
import { countAttempts } from "../rate-limits/rate-limits.ts";
import type { RunAct } from "../request-origin.ts";
import { codeEmailJob } from "./code-email-job.ts";
import type { CodePurpose } from "./queries.ts";

/** Permission asks, and what this server can do. */
export interface CodeRequestOrigin {
  /** The network address of whoever asks or guesses. */
  address: string;
  limits: CodeLimits;
}

/**
 * Has a new code mailed, which ends the one before. Whether anybody has the email is looked up by the job, so that
 * the answer and its time are the same for every email.
 */
export async function requestCode(
  run: RunAct,
  asked: { purpose: CodePurpose; email: string },
  origin: CodeRequestOrigin & { sendsMail: boolean },
): Promise<void> {
  if (!origin.sendsMail) throw codeError("no_mail");
  const { purpose, email } = asked;
  const { codesByEmail, codesByAddress } = origin.limits;
  const wait = await run(async (ctx) => {
    const seconds = await countAttempts(ctx, [
      { key: `code:email:${email}`, limit: codesByEmail },
      { key: `code:address:${origin.address}`, limit: codesByAddress },
    ]);
    if (seconds === null) {
      await ctx.enqueue(codeEmailJob, { purpose, encryptedEmail: encryptEmailAddress(ctx.keyring, email) });
    }
    return seconds;
  });
  if (wait !== null) throw codeError("too_many_codes", { retryAfterSeconds: wait });
}
