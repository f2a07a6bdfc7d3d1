import { z } from "zod";

import { defineJob } from "#foundation/server/job.ts";

/** What e-mail addresses are sealed for in the data of jobs. */
export const emailSeal = "job:email";

/** Draws a code and mails it. The tries span about a minute: somebody sits before the screen and waits. */
export const mailCode = defineJob({
  job: "accounts.mail-code",
  data: z.object({
    purpose: z.enum(["reset_password", "confirm_email", "delete_account"]),
    sealedEmail: z.string(),
  }),
  retries: 4,
  retryDelaySeconds: 4,
  expireSeconds: 60,
  concurrency: 2,
});
