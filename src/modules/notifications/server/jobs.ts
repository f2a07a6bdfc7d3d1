import type { BaseLogger } from "pino";

import type { Email, Mail } from "#adapters/mail/mail.ts";
import type { Context, Read, Run } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { deliverEmail } from "#modules/sign-in/server/actions/deliver-email.ts";

import { startOfHour } from "../rules/time-text.ts";
import { notifyOfGathered } from "./comments/notify.ts";
import { assignDigest, findPeopleWithoutDigest, setDigestEmailed } from "./digests/queries.ts";
import { digestEmail, notificationEmail } from "./emails.ts";
import { createDigests, notifyOfComments, sendDigest, sendNotificationEmail } from "./job-definitions.ts";
import { setEmailed } from "./queries.ts";

export interface NotificationsJobDependencies {
  run: Run;
  read: Read;
  mail: Mail;
  /** The app's public URL, without a trailing slash. */
  appUrl: string;
  log: Pick<BaseLogger, "warn">;
}

/** Sends the notifications of gathered comments. */
export function commentsWorker({ run }: { run: Run }): JobWorker {
  return worker(notifyOfComments, (gathered) => run(null, (ctx) => notifyOfGathered(ctx, gathered)));
}

export function notificationsJobs(dependencies: NotificationsJobDependencies): JobWorker[] {
  const { run, read, mail, appUrl, log } = dependencies;
  const deliver = async (email: Email | null, record: (ctx: Context) => Promise<void>) => {
    if (email && (await deliverEmail({ mail, log }, email))) await run(null, record);
  };
  return [
    worker(sendNotificationEmail, async ({ notificationId }) => {
      const email = await read(null, (ctx) => notificationEmail(ctx, notificationId, appUrl));
      await deliver(email, ({ tx, now }) => setEmailed(tx, notificationId, now));
    }),
    worker(sendDigest, async ({ personId, digestAt }) => {
      const digest = { personId, digestAt: new Date(digestAt) };
      const email = await read(null, (ctx) => digestEmail(ctx, digest, appUrl));
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
