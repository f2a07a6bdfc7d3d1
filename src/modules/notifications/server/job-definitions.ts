import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

/** Mails one notification. The tries span about a day: later than that, it is no news. */
export const mailNotification = defineJob({
  job: "notifications.mail",
  data: z.object({ notificationId: z.number() }),
  retries: 28,
  retryDelaySeconds: 30,
  expireSeconds: 120,
  concurrency: 2,
});
