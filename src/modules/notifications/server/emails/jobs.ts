import { z } from "zod";

import type { Email } from "#adapters/mail/mail.ts";
import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after, second } from "#core/time.ts";
import { startOfHour } from "#modules/notifications/rules/time-text.ts";
import { deliverEmail } from "#modules/sign-in/server/public/deliver-email.ts";

import type { NotificationsDependencies } from "../dependencies.ts";
import { setEmailed } from "../inbox/queries.ts";
import { retryPolicy } from "../limits/retry-policy.ts";
import { digestEmail, notificationEmail } from "./compose.ts";
import { assignDigest, findPeopleWithoutDigest, setDigestEmailed } from "./digest-queries.ts";
import { waitsForPoster } from "./pictures.ts";

/** Milliseconds until an email that waits for a poster looks for it again. */
const posterDelay = 10 * second;

/** Sends the email of a notification. */
export const sendNotificationEmail = defineJob({
  ...retryPolicy,
  limits: { perUser: 1 },
  job: "notifications.mail",
  data: z.object({ notificationId: z.number() }),
});

/** Sends one email with the notifications of a digest. */
export const sendDigest = defineJob({
  ...retryPolicy,
  limits: { perUser: 1 },
  job: "notifications.send_digest",
  data: z.object({ personId: z.number(), digestAt: z.iso.datetime() }),
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

/** Workers that send emails; none if the server sends no email. */
export function emailJobs(dependencies: Omit<NotificationsDependencies, "push">): JobWorker[] {
  const { run, read, mail, log } = dependencies;
  if (!mail) return [];
  const deliver = async (email: Email | null, record: (ctx: Context) => Promise<void>) => {
    if (email && (await deliverEmail({ mail, log }, email))) await run(null, record);
  };
  return [
    worker(sendNotificationEmail, async ({ notificationId }) => {
      const userId = await read(null, (ctx) => waitsForPoster(ctx, notificationId));
      if (userId !== null) {
        await run(null, (ctx) =>
          ctx.enqueue(sendNotificationEmail, { notificationId }, { userId, at: after(ctx.now, posterDelay) }),
        );
        return;
      }
      const email = await read(null, (ctx) => notificationEmail(ctx, notificationId, dependencies));
      await deliver(email, ({ tx, now }) => setEmailed(tx, notificationId, now));
    }),
    worker(sendDigest, async ({ personId, digestAt }) => {
      const digest = { personId, digestAt: new Date(digestAt) };
      const email = await read(null, (ctx) => digestEmail(ctx, digest, dependencies));
      await deliver(email, ({ tx, now }) => setDigestEmailed(tx, digest, now));
    }),
    worker(createDigests, () =>
      run(null, async (ctx) => {
        for (const { personId, timeZone } of await findPeopleWithoutDigest(ctx.tx)) {
          const before = startOfHour(ctx.now, timeZone);
          const assigned = await assignDigest(ctx.tx, { personId, before, digestAt: ctx.now });
          if (!assigned) continue;
          const digest = { personId, digestAt: ctx.now.toISOString() };
          await ctx.enqueue(sendDigest, digest, { userId: personId });
        }
      }),
    ),
  ];
}
