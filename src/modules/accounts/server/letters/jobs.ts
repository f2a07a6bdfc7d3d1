import type { BaseLogger } from "pino";

import type { Email, Mail } from "#adapters/mail/mail.ts";
import type { Run } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";

import { deliverEmail } from "../actions/deliver-letter.ts";
import { drawCode } from "../codes/draw.ts";
import { emailPurpose, mailCode } from "../codes/job-definitions.ts";
import { renderSecurityEmail } from "./change-letter.ts";
import { renderCodeEmail } from "./code-letter.ts";
import { mailChange } from "./tell-of-change.ts";

export interface EmailJobParts {
  run: Run;
  /** Null where the server sends no mail: these jobs then do nothing. */
  mail: Mail | null;
  /** The app's own address, without a slash at its end. */
  appUrl: string;
  log: Pick<BaseLogger, "warn">;
}

/** The mails of accounts. A code whose mail fails is drawn anew with the next try, so none is kept anywhere. */
export function emailJobs({ run, mail, appUrl, log }: EmailJobParts): JobWorker[] {
  const deliver = async (letter: Email | null) => {
    if (mail && letter) await deliverEmail({ mail, log }, letter);
  };
  return [
    worker(mailCode, async ({ purpose, encryptedEmail }) => {
      const letter = await run(null, async (ctx) => {
        const to = ctx.keyring.decrypt(emailPurpose, encryptedEmail);
        const code = await drawCode(ctx, purpose, to);
        return code && { to, ...renderCodeEmail(purpose, code) };
      });
      await deliver(letter || null);
    }),
    worker(mailChange, async ({ encryptedEmail, change, at }) => {
      const to = await run(null, async (ctx) => ctx.keyring.decrypt(emailPurpose, encryptedEmail));
      await deliver({ to, ...renderSecurityEmail(change, new Date(at), appUrl) });
    }),
  ];
}
