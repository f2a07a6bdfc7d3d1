import type { Context } from "#core/server/context.ts";
import { findPerson } from "#modules/people/server/actions/credentials.ts";

import { encryptEmailAddress } from "../job-email-address.ts";
import { securityEmailJob } from "./security-email-job.ts";
import type { SecurityEvent } from "./security-email.ts";

/**
 * Enqueues an email to the owner of an account about a change to how they sign in. It is sent to their current address,
 * so call this before the address is deleted.
 */
export async function sendSecurityEmail(
  ctx: Context,
  personId: number,
  change: SecurityEvent,
): Promise<void> {
  const person = await findPerson(ctx, personId);
  if (!person) return;
  const encryptedEmail = encryptEmailAddress(ctx.keyring, person.email);
  const { timeZone } = person;
  await ctx.enqueue(securityEmailJob, { encryptedEmail, change, at: ctx.now.toISOString(), timeZone });
}
