import { and, eq, gt, lt, sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { oneTimeCodes, people } from "../tables.ts";

export type OneTimeCode = typeof oneTimeCodes.$inferSelect;
export type CodePurpose = OneTimeCode["purpose"];

/** Keeps a new code in place of the person's older one for the same purpose. */
export async function replaceCode(tx: Transaction, code: Omit<OneTimeCode, "wrongTries">): Promise<void> {
  const { codeHash, expiresAt } = code;
  await tx
    .insert(oneTimeCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [oneTimeCodes.personId, oneTimeCodes.purpose],
      set: { codeHash, expiresAt, wrongTries: 0 },
    });
}

/**
 * Counts a try and answers the code to compare it with, in one statement: parallel tries wait for each other, and the
 * sixth finds nothing. Null where there is no code, or none that may be tried any more.
 */
export async function countGuess(
  tx: Transaction,
  guess: { email: string; purpose: CodePurpose; now: Date; allowed: number },
): Promise<Pick<OneTimeCode, "personId" | "codeHash"> | null> {
  const { personId, purpose, wrongTries, expiresAt, codeHash } = oneTimeCodes;
  const rows = await tx
    .update(oneTimeCodes)
    .set({ wrongTries: sql`${wrongTries} + 1` })
    .from(people)
    .where(
      and(
        eq(personId, people.id),
        eq(people.email, guess.email),
        eq(purpose, guess.purpose),
        lt(wrongTries, guess.allowed),
        gt(expiresAt, guess.now),
      ),
    )
    .returning({ personId, codeHash });
  return rows[0] ?? null;
}

/** Ends a person's codes for every purpose, or for one. */
export async function deleteCodes(tx: Transaction, person: number, purpose?: CodePurpose): Promise<void> {
  const which = purpose && eq(oneTimeCodes.purpose, purpose);
  await tx.delete(oneTimeCodes).where(and(eq(oneTimeCodes.personId, person), which));
}

export async function deleteExpiredCodes(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
}
