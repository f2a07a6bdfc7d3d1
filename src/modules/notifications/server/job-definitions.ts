import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

/** The retries span about a day; later, the news is too old. */
const retryPolicy = { retries: 28, retryDelaySeconds: 30, expireSeconds: 120, concurrency: 2 };
const limits = { perUser: 1 };

/** Sends the email of a notification. */
export const sendNotificationEmail = defineJob({
  ...retryPolicy,
  limits,
  job: "notifications.mail",
  data: z.object({ notificationId: z.number() }),
});

/** Sends one email with the notifications of a digest. */
export const sendDigest = defineJob({
  ...retryPolicy,
  limits,
  job: "notifications.send_digest",
  data: z.object({ personId: z.number(), digestAt: z.iso.datetime() }),
});

/** Sends a notification, or a message about all unread ones, to one browser, whose push service may not answer. */
export const sendPush = defineJob({
  ...retryPolicy,
  expireSeconds: 15,
  concurrency: 8,
  limits: { perUser: 2, perHost: 6 },
  job: "notifications.push",
  data: z.object({ notificationId: z.number().nullable(), subscriptionId: z.number() }),
});

/** Sends one push message about all unread notifications to the browsers of a user. */
export const mergePush = defineJob({
  ...retryPolicy,
  job: "notifications.merge_push",
  data: z.object({ personId: z.number() }),
});

/** Notifies a user of the comments on a task that were gathered for them. */
export const notifyOfComments = defineJob({
  ...retryPolicy,
  job: "notifications.comments",
  data: z.object({ personId: z.number(), taskId: z.number() }),
});

/** Puts waiting notifications into digests at every full hour of their recipients, whose clocks differ by quarters. */
export const createDigests = defineJob({
  job: "notifications.create_digests",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 300,
  concurrency: 1,
  cron: "*/15 * * * *",
});
