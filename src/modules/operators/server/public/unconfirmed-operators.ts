import type { BaseLogger } from "pino";

import type { Read } from "#core/server/context.ts";

import { listUnconfirmed } from "../users/queries.ts";

/**
 * Logs a warning that names the accounts of `OPERATOR_EMAILS` whose email is not confirmed. `/admin` is hidden from them as from
 * everybody else, so it can't say why.
 */
export async function warnAboutUnconfirmedOperators(
  read: Read,
  log: Pick<BaseLogger, "warn">,
): Promise<void> {
  await read(null, async ({ tx, settings: { operatorEmails, emailEnabled } }) => {
    const emails = await listUnconfirmed(tx, operatorEmails);
    if (emails.length === 0) return;
    const advice = emailEnabled
      ? "Log in with the address and confirm it in Settings."
      : "If you know that the account belongs to the owner of the address, run `npm run user -- make-operator EMAIL --confirm-email`.";
    log.warn(
      `OPERATOR_EMAILS names accounts whose email is not confirmed, so they can't open /admin: ${emails.join(", ")}. ${advice}`,
    );
  });
}
