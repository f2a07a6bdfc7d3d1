import type { BaseLogger } from "pino";

import type { Email, Mail } from "#adapters/mail/mail.ts";
import type { Context, Run } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { cardsOf, emailOf } from "#modules/accounts/server/actions.ts";
import { deliverEmail } from "#modules/accounts/server/actions/deliver-letter.ts";

import { mailNotification } from "./job-definitions.ts";
import { writeMail } from "./mail-template.ts";
import { findUnmailed, noteMailed } from "./store.ts";

export interface NotificationsJobParts {
  run: Run;
  mail: Mail;
  /** The app's own address, without a slash at its end. */
  appUrl: string;
  log: Pick<BaseLogger, "warn">;
}

/** Mails notifications. */
export function notificationsJobs(parts: NotificationsJobParts): JobWorker[] {
  const { run, mail, appUrl, log } = parts;
  return [
    worker(mailNotification, async ({ notificationId }) => {
      const letter = await run(null, (ctx) => letterFor(ctx, notificationId, appUrl));
      if (!letter) return;
      // What can't be mailed stays in the app.
      const delivered = await deliverEmail({ mail, log }, letter);
      if (delivered) await run(null, (ctx) => noteMailed(ctx.tx, notificationId, ctx.now));
    }),
  ];
}

/** Null when there is nothing to mail any more: mailed, read, or replaced by a newer one in the meantime. */
async function letterFor(ctx: Context, notificationId: number, appUrl: string): Promise<Email | null> {
  const row = await findUnmailed(ctx.tx, notificationId);
  const to = row && (await emailOf(ctx, row.personId));
  if (!row || !to) return null;
  const { senderId, title, description, path } = row;
  const sender = senderId === null ? undefined : (await cardsOf(ctx, [senderId])).get(senderId);
  return { to, ...writeMail({ sender: sender?.name ?? null, title, description, path, appUrl }) };
}
