import { eq, lt, or, sql } from "drizzle-orm";

import { prepared, type Transaction } from "#core/server/database.ts";

import { rateLimits } from "../tables.ts";
import { emailKeys } from "./keys.ts";

const countedAttempt = prepared("count_attempt", (db: Transaction) => {
  const { key, attempts, resetsAt } = rateLimits;
  const expired = sql`${resetsAt} <= ${sql.placeholder("now")}::timestamptz`;
  return db
    .insert(rateLimits)
    .values({ key: sql.placeholder("key"), attempts: 1, resetsAt: sql.placeholder("resetsAt") })
    .onConflictDoUpdate({
      target: key,
      set: {
        attempts: sql`case when ${expired} then 1 else ${attempts} + 1 end`,
        resetsAt: sql`case when ${expired} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({ attempts, resetsAt });
});

/**
 * Counts an attempt under `key` and returns the attempts of its current window. `resetsAt` is when a window that starts
 * now ends. It is one statement, so parallel attempts can't exceed a limit.
 */
export async function countAttempt(
  tx: Transaction,
  attempt: { key: string; now: Date; resetsAt: Date },
): Promise<{ attempts: number; resetsAt: Date }> {
  const { key, now, resetsAt } = attempt;
  const [counted] = await countedAttempt(tx).execute({ key, now: now.toISOString(), resetsAt });
  return counted ?? { attempts: 1, resetsAt };
}

export async function clearAttempts(tx: Transaction, key: string): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Uncounts an attempt that succeeded. */
export async function refundAttempt(tx: Transaction, key: string): Promise<void> {
  await tx
    .update(rateLimits)
    .set({ attempts: sql`greatest(${rateLimits.attempts} - 1, 0)` })
    .where(eq(rateLimits.key, key));
}

export async function deleteExpiredRateLimits(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(rateLimits).where(lt(rateLimits.resetsAt, now));
}

/** Deletes the counts of logins with exactly this email, from all addresses. */
export async function clearLoginAttempts(tx: Transaction, email: string): Promise<void> {
  await tx.delete(rateLimits).where(or(...isOneOf(emailKeys.login(email), emailKeys.loginFrom(email, ""))));
}

/** Conditions for a key, and for the keys that begin with `start`. */
function isOneOf(key: string, start: string) {
  return [eq(rateLimits.key, key), sql`starts_with(${rateLimits.key}, ${start})`];
}

/** Deletes all counts whose key names exactly this email. Those of emails sent to it stay until they expire. */
export async function clearAttemptsOfEmail(tx: Transaction, email: string): Promise<void> {
  await clearLoginAttempts(tx, email);
  const guesses = isOneOf(emailKeys.guess(email), emailKeys.guessFrom(email, ""));
  await tx.delete(rateLimits).where(or(...guesses));
}
