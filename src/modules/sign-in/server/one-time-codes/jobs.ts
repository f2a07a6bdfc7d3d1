import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { deliverEmail } from "../public/deliver-email.ts";
import { decryptEmailAddress } from "../security-emails/job-email-address.ts";
import { renderCodeEmail } from "./code-email.ts";
import { generateCode } from "./generate-code.ts";

/** Generates a code and emails it. All retries happen within about a minute, because a user is waiting for it. */
export const codeEmailJob = defineJob({
  job: "sign-in.code-email",
  data: z.object({
    purpose: z.enum(["reset_password", "confirm_email", "delete_account"]),
    encryptedEmail: z.string(),
  }),
  retries: 4,
  retryDelaySeconds: 4,
  expireSeconds: 60,
  concurrency: 2,
});

/** Each attempt generates a new code, so that no code has to be stored in readable form. */
export function codeEmailWorker(dependencies: Pick<SignInDependencies, "run" | "mail" | "log">): JobWorker {
  const { run } = dependencies;
  return worker(codeEmailJob, async ({ purpose, encryptedEmail }) => {
    const email = await run(null, async (ctx) => {
      const to = decryptEmailAddress(ctx.keyring, encryptedEmail);
      const code = await generateCode(ctx, purpose, to);
      return code === null ? null : { to, ...renderCodeEmail(purpose, code) };
    });
    if (email) await deliverEmail(dependencies, email);
  });
}
