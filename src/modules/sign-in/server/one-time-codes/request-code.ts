import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { findPersonByEmail } from "#modules/people/server/public/credentials.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";
import type { CodeLimits } from "#modules/sign-in/rules/one-time-code.ts";

import { sentEmailKeys } from "../rate-limits/keys.ts";
import { encryptEmailAddress } from "../security-emails/job-email-address.ts";
import { knownBrowserId } from "../sessions/known-browser.ts";
import type { RunAct } from "../sessions/request-origin.ts";
import { codeEmailJob } from "./jobs.ts";
import type { CodePurpose } from "./queries.ts";

/** Origin of a request for a code or of an attempt to use one. */
export interface CodeRequestOrigin {
  /** Network of the client's IP address. */
  address: string;
  limits: CodeLimits;
  /** The known browser's cookie. */
  browserToken?: string | undefined;
}

/**
 * Enqueues an email with a new code, which replaces the previous code. The job looks the account up, so that the
 * response and its timing are the same whether or not an account has the email. Fails with `no_mail` and
 * `too_many_codes`.
 */
export async function requestCode(
  run: RunAct,
  asked: { purpose: CodePurpose; email: string },
  origin: CodeRequestOrigin,
): Promise<void> {
  const { purpose, email } = asked;
  const { address, limits } = origin;
  const wait = await run(async (ctx) => {
    if (!ctx.settings.emailEnabled) throw codeError("no_mail");
    const person = origin.browserToken ? await findPersonByEmail(ctx, email) : null;
    const browser = knownBrowserId(ctx, origin.browserToken, person?.id);
    const keys = sentEmailKeys(ctx, email);
    // Known browsers have limits of their own: requests from elsewhere can't prevent their user from resetting the password.
    const counted =
      browser === null
        ? [
            { key: keys.codeFrom(address), limit: limits.codesByClient },
            { key: `code:address:${address}`, limit: limits.codesByAddress },
            { key: keys.code, limit: limits.codesByEmail },
          ]
        : [
            { key: keys.codeOfKnown, limit: limits.codesByEmail },
            { key: `code:known address:${address}`, limit: limits.codesByKnownAddress },
          ];
    const seconds = await countAttempts(ctx, counted);
    if (seconds === null) {
      await ctx.enqueue(codeEmailJob, { purpose, encryptedEmail: encryptEmailAddress(ctx.keyring, email) });
    }
    return seconds;
  });
  if (wait !== null) throw codeError("too_many_codes", { retryAfterSeconds: wait });
}
