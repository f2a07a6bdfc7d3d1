import { eq, inArray, lt, or, sql } from "drizzle-orm";

import { prepared, type Transaction } from "../database.ts";
import { rateLimits } from "./tables.ts";

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

/** Ends the windows of these keys, and of all keys with these prefixes. Waits for transactions that count under them. */
export async function clearAttempts(
  tx: Transaction,
  keys: readonly string[],
  prefixes: readonly string[] = [],
): Promise<void> {
  const startsWith = prefixes.map((prefix) => sql`starts_with(${rateLimits.key}, ${prefix})`);
  await tx.delete(rateLimits).where(or(inArray(rateLimits.key, [...keys]), ...startsWith));
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
