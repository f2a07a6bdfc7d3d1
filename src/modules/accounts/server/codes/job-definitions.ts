import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

/** What email addresses are sealed for in the data of jobs. */
export const emailPurpose = "job:email";

/** Draws a code and mails it. The tries span about a minute: somebody sits before the screen and waits. */
export const mailCode = defineJob({
  job: "accounts.mail-code",
  data: z.object({
    purpose: z.enum(["reset_password", "confirm_email", "delete_account"]),
    encryptedEmail: z.string(),
  }),
  retries: 4,
  retryDelaySeconds: 4,
  expireSeconds: 60,
  concurrency: 2,
});
