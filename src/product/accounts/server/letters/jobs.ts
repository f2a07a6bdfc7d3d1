import type { BaseLogger } from "pino";

import type { Letter, Mail } from "#devices/mail/mail.ts";
import type { Run } from "#foundation/server/context.ts";
import { type JobWorker, worker } from "#foundation/server/job.ts";

import { deliverLetter } from "../actions/deliver-letter.ts";
import { drawCode } from "../codes/draw.ts";
import { emailSeal, mailCode } from "../codes/job-definitions.ts";
import { writeChangeLetter } from "./change-letter.ts";
import { writeCodeLetter } from "./code-letter.ts";
import { mailChange } from "./tell-of-change.ts";

export interface LetterJobParts {
  run: Run;
  /** Null where the server sends no mail: these jobs then do nothing. */
  mail: Mail | null;
  /** The app's own address, without a slash at its end. */
  appUrl: string;
  log: Pick<BaseLogger, "warn">;
}

/** The mails of accounts. A code whose mail fails is drawn anew with the next try, so none is kept anywhere. */
export function letterJobs({ run, mail, appUrl, log }: LetterJobParts): JobWorker[] {
  const deliver = async (letter: Letter | null) => {
    if (mail && letter) await deliverLetter({ mail, log }, letter);
  };
  return [
    worker(mailCode, async ({ purpose, sealedEmail }) => {
      const letter = await run(null, async (ctx) => {
        const to = ctx.seal.decrypt(emailSeal, sealedEmail);
        const code = await drawCode(ctx, purpose, to);
        return code && { to, ...writeCodeLetter(purpose, code) };
      });
      await deliver(letter || null);
    }),
    worker(mailChange, async ({ sealedEmail, change, at }) => {
      const to = await run(null, async (ctx) => ctx.seal.decrypt(emailSeal, sealedEmail));
      await deliver({ to, ...writeChangeLetter(change, new Date(at), appUrl) });
    }),
  ];
}
