import type { Email } from "#adapters/mail/mail.ts";
import { AdapterError } from "#core/adapter-error.ts";

import type { SignInDependencies } from "../dependencies.ts";

/**
 * Sends an email, unless the server sends none. Returns false, and logs a warning, if the mail server permanently rejects
 * it. Throws on every other error, also on wrong settings, so that the job is retried.
 */
export async function deliverEmail(
  { mail, log }: Pick<SignInDependencies, "mail" | "log">,
  email: Email,
): Promise<boolean> {
  if (!mail) return false;
  try {
    await mail.send(email);
    return true;
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== "permanent") throw error;
    log.warn({ err: error, subject: email.subject }, "The mail server rejected an email.");
    return false;
  }
}
