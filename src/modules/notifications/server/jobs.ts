import type { BaseLogger } from "pino";

import type { Email, Mail } from "#adapters/mail/mail.ts";
import type { Read, ReadContext, Run } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { cardsOf, emailOf } from "#modules/people/server/actions.ts";
import { deliverEmail } from "#modules/sign-in/server/actions/deliver-email.ts";

import { renderNotificationEmail } from "./email-template.ts";
import { sendNotificationEmail } from "./job-definitions.ts";
import { findPendingEmail, setEmailed } from "./queries.ts";

export interface NotificationsJobDependencies {
  run: Run;
  read: Read;
  mail: Mail;
  /** The app's public URL, without a trailing slash. */
  appUrl: string;
  log: Pick<BaseLogger, "warn">;
}

export function notificationsJobs(dependencies: NotificationsJobDependencies): JobWorker[] {
  const { run, read, mail, appUrl, log } = dependencies;
  return [
    worker(sendNotificationEmail, async ({ notificationId }) => {
      const email = await read(null, (ctx) => emailFor(ctx, notificationId, appUrl));
      if (!email) return;
      const delivered = await deliverEmail({ mail, log }, email);
      if (delivered) await run(null, (ctx) => setEmailed(ctx.tx, notificationId, ctx.now));
    }),
  ];
}

/** The email of a notification; null once it was sent, read, or replaced by a newer one. */
async function emailFor(ctx: ReadContext, notificationId: number, appUrl: string): Promise<Email | null> {
  const row = await findPendingEmail(ctx.tx, notificationId);
  const to = row && (await emailOf(ctx, row.personId));
  if (!row || !to) return null;
  const { senderId, title, description, path } = row;
  const sender = senderId === null ? undefined : (await cardsOf(ctx, [senderId])).get(senderId);
  return {
    to,
    ...renderNotificationEmail({ sender: sender?.name ?? null, title, description, path, appUrl }),
  };
}
