import { and, eq, gt, lt, sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";

import { oneTimeCodes } from "../tables.ts";

export type OneTimeCode = typeof oneTimeCodes.$inferSelect;
export type CodePurpose = OneTimeCode["purpose"];

/** Stores a code in place of the person's previous code for the same purpose. */
export async function replaceCode(tx: Transaction, code: Omit<OneTimeCode, "failedAttempts">): Promise<void> {
  const { codeHash, expiresAt } = code;
  await tx
    .insert(oneTimeCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [oneTimeCodes.personId, oneTimeCodes.purpose],
      set: { codeHash, expiresAt, failedAttempts: 0 },
    });
}

/**
 * Counts an attempt and returns the stored hash, or null if there is no live code with attempts left. It is one
 * statement, so parallel attempts can't exceed `allowed`.
 */
export async function countCodeAttempt(
  tx: Transaction,
  guess: { email: string; purpose: CodePurpose; now: Date; allowed: number },
): Promise<Pick<OneTimeCode, "personId" | "codeHash"> | null> {
  const { personId, purpose, failedAttempts, expiresAt, codeHash } = oneTimeCodes;
  const rows = await tx
    .update(oneTimeCodes)
    .set({ failedAttempts: sql`${failedAttempts} + 1` })
    .from(people)
    .where(
      and(
        eq(personId, people.id),
        eq(people.email, guess.email),
        eq(purpose, guess.purpose),
        lt(failedAttempts, guess.allowed),
        gt(expiresAt, guess.now),
      ),
    )
    .returning({ personId, codeHash });
  return rows[0] ?? null;
}

/** Deletes a person's codes, all or for one purpose. */
export async function deleteCodes(tx: Transaction, person: number, purpose?: CodePurpose): Promise<void> {
  const which = purpose && eq(oneTimeCodes.purpose, purpose);
  await tx.delete(oneTimeCodes).where(and(eq(oneTimeCodes.personId, person), which));
}

export async function deleteExpiredCodes(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
}
