import type { Transaction } from "#core/server/database.ts";
import { clearAttempts } from "#core/server/rate-limit/queries.ts";

import { emailKeys } from "./keys.ts";

/** Deletes the counts of logins with exactly this email, from all addresses. */
export async function clearLoginAttempts(tx: Transaction, email: string): Promise<void> {
  await clearAttempts(tx, [emailKeys.login(email)], [emailKeys.loginFrom(email, "")]);
}

/** Deletes all counts whose key names exactly this email. Those of emails sent to it stay until they expire. */
export async function clearAttemptsOfEmail(tx: Transaction, email: string): Promise<void> {
  await clearLoginAttempts(tx, email);
  await clearAttempts(tx, [emailKeys.guess(email)], [emailKeys.guessFrom(email, "")]);
}
