import { commonError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import { findPerson } from "#modules/people/server/public/credentials.ts";
import { securityEmailLimits } from "#modules/sign-in/rules/sign-in.ts";

import { sentEmailKeys } from "../rate-limits/keys.ts";
import { encryptEmailAddress } from "./job-email-address.ts";
import { securityEmailJob } from "./jobs.ts";
import type { SecurityEvent } from "./security-email.ts";

interface SecurityChange {
  change: SecurityEvent;
  /** Name of the identity provider that was connected or disconnected. */
  provider?: string;
  /** Network of the client's IP address, or null for a change that is limited by the codes that it needs. */
  address: string | null;
}

/**
 * Enqueues an email to the owner of an account about a change to how they sign in. It is sent to their current address,
 * so call this before the address is deleted. Throws `too_many` (429) above the limits of these emails, so that the change
 * is not made: without the email, its owner would not notice it.
 */
export async function sendSecurityEmail(
  ctx: Context,
  personId: number,
  { change, provider, address }: SecurityChange,
): Promise<void> {
  const person = await findPerson(ctx, personId);
  if (!person) return;
  if (address !== null) {
    const { byEmail, byAddress } = securityEmailLimits;
    const seconds = await countAttempts(ctx, [
      { key: sentEmailKeys(ctx, person.email).security, limit: byEmail },
      { key: `security-email:address:${address}`, limit: byAddress },
    ]);
    if (seconds !== null) throw commonError("too_many", { retryAfterSeconds: seconds });
  }
  const encryptedEmail = encryptEmailAddress(ctx.keyring, person.email);
  const { timeZone } = person;
  const at = ctx.now.toISOString();
  await ctx.enqueue(securityEmailJob, { encryptedEmail, change, provider, at, timeZone });
}
