import { eq, lt, sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { throttles } from "../tables.ts";

/** Counts one more try under `key` and says how many its window has, in one statement: parallel tries can't pass it. */
export async function countTry(
  tx: Transaction,
  attempt: { key: string; now: Date; until: Date },
): Promise<{ tries: number; until: Date }> {
  const { key, now, until } = attempt;
  const moment = now.toISOString();
  const over = sql`${throttles.until} <= ${moment}::timestamptz`;
  const rows = await tx
    .insert(throttles)
    .values({ key, tries: 1, until })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        tries: sql`case when ${over} then 1 else ${throttles.tries} + 1 end`,
        until: sql`case when ${over} then excluded.until else ${throttles.until} end`,
      },
    })
    .returning({ tries: throttles.tries, until: throttles.until });
  return rows[0] ?? { tries: 1, until };
}

export async function forgetTries(tx: Transaction, key: string): Promise<void> {
  await tx.delete(throttles).where(eq(throttles.key, key));
}

/** Takes one try back: it turned out to be no guess. */
export async function takeBackTry(tx: Transaction, key: string): Promise<void> {
  await tx
    .update(throttles)
    .set({ tries: sql`greatest(${throttles.tries} - 1, 0)` })
    .where(eq(throttles.key, key));
}

export async function deleteOldThrottles(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(throttles).where(lt(throttles.until, now));
}

/** Forgets counts whose key names an email that nobody has any more. */
export async function forgetTriesNaming(tx: Transaction, email: string): Promise<void> {
  await tx.delete(throttles).where(sql`position(${email} in ${throttles.key}) > 0`);
}
