import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

/** Sends the email of a notification. The retries span about a day; later, the news is too old. */
export const sendNotificationEmail = defineJob({
  job: "notifications.mail",
  data: z.object({ notificationId: z.number() }),
  retries: 28,
  retryDelaySeconds: 30,
  expireSeconds: 120,
  concurrency: 2,
});
