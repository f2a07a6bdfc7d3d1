import { z } from "zod";

import { accountLinkPath } from "#core/paths.ts";
import type { Context } from "#core/server/context.ts";
import { renderEmail } from "#core/server/email.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { codeError } from "#modules/sign-in/contract/one-time-codes.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { deliverEmail } from "../public/deliver-email.ts";
import { decryptEmailAddress, encryptEmailAddress } from "../security-emails/job-email-address.ts";
import { createAccountLink } from "./links.ts";

/** Emails a link for a new password, which an operator has requested. */
const linkEmailJob = defineJob({
  job: "sign-in.account-link-email",
  data: z.object({ encryptedEmail: z.string(), encryptedToken: z.string() }),
  retries: 10,
  retryDelaySeconds: 10,
  expireSeconds: 120,
  concurrency: 2,
});

const tokenKey = "job:account-link";

/** Emails a user a link by which they can set a new password. Throws `no_mail` where the server sends no email. */
export async function emailResetLink(ctx: Context, person: { id: number; email: string }): Promise<void> {
  if (!ctx.settings.emailEnabled) throw codeError("no_mail");
  const token = await createAccountLink(ctx, person.id, "reset_password");
  await ctx.enqueue(linkEmailJob, {
    encryptedEmail: encryptEmailAddress(ctx.keyring, person.email),
    encryptedToken: ctx.keyring.encrypt(tokenKey, token),
  });
}

export function linkEmailWorker(
  dependencies: Pick<SignInDependencies, "mail" | "log" | "keyring" | "appUrl">,
): JobWorker {
  const { keyring, appUrl } = dependencies;
  return worker(linkEmailJob, async ({ encryptedEmail, encryptedToken }) => {
    const path = accountLinkPath(keyring.decrypt(tokenKey, encryptedToken));
    const email = renderEmail({
      subject: "Set a new password · Reelay",
      heading: "Set a new password",
      paragraphs: [
        "An operator of this server sent you this link to set a new password. It works once and expires in 24 hours.",
        "Your current password stays valid until you set a new one.",
      ],
      button: { label: "Set a new password", address: `${appUrl}${path}` },
      reason:
        "You received this email because an operator of the Reelay server requested it for your account.",
    });
    await deliverEmail(dependencies, { to: decryptEmailAddress(keyring, encryptedEmail), ...email });
  });
}
