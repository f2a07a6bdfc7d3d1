import type { BaseLogger } from "pino";

import type { Email, Mail } from "#adapters/mail/mail.ts";
import type { AdapterErrorKind } from "#core/adapter-error.ts";

/**
 * Hands a letter to the mail server. False, and a line in the log, when it will never take it; every other failure is
 * thrown for the job to be tried again: wrong settings too, for somebody may correct them.
 */
export async function deliverEmail(
  { mail, log }: { mail: Mail; log: Pick<BaseLogger, "warn"> },
  letter: Email,
): Promise<boolean> {
  try {
    await mail.send(letter);
    return true;
  } catch (error) {
    if (failureKind(error) !== "permanent") throw error;
    log.warn({ err: error, subject: letter.subject }, "A letter can't be delivered and is given up.");
    return false;
  }
}

/** Rooms know a device's failures by what they carry, not by their class. */
function failureKind(error: unknown): AdapterErrorKind | null {
  if (!(error instanceof Error) || error.name !== "AdapterError") return null;
  const sorted: object = error;
  return (sorted as { kind: AdapterErrorKind }).kind;
}
