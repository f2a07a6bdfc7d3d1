import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob } from "#core/server/job.ts";

import { emailPurpose } from "../codes/job-definitions.ts";
import { findPerson } from "../store/people.ts";
import { type AccountChange, accountChanges } from "./change-letter.ts";

/** Tells the owner of an account of a change. The tries span about a day. */
export const mailChange = defineJob({
  job: "accounts.mail-change",
  data: z.object({ encryptedEmail: z.string(), change: z.enum(accountChanges), at: z.iso.datetime() }),
  retries: 28,
  retryDelaySeconds: 30,
  expireSeconds: 120,
  concurrency: 2,
});

/**
 * Mails the account's owner that something about signing in has changed. The address is the one of this moment, so
 * call it before it is taken out of the row.
 */
export async function sendSecurityEmail(
  ctx: Context,
  personId: number,
  change: AccountChange,
): Promise<void> {
  const person = await findPerson(ctx.tx, personId);
  if (!person) return;
  const encryptedEmail = ctx.keyring.encrypt(emailPurpose, person.email);
  await ctx.enqueue(mailChange, { encryptedEmail, change, at: ctx.now.toISOString() });
}
