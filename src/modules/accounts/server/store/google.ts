import { eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { googleAccounts, people, type Person } from "../tables.ts";

export type GoogleAccountRow = typeof googleAccounts.$inferSelect;

/** Whoever signs in with the Google account. */
export async function findBySubject(tx: Transaction, subject: string): Promise<Person | null> {
  const rows = await tx
    .select({ person: people })
    .from(googleAccounts)
    .innerJoin(people, eq(people.id, googleAccounts.personId))
    .where(eq(googleAccounts.subject, subject));
  return rows[0]?.person ?? null;
}

export async function findGoogleAccount(tx: Reading, personId: number): Promise<GoogleAccountRow | null> {
  const rows = await tx.select().from(googleAccounts).where(eq(googleAccounts.personId, personId));
  return rows[0] ?? null;
}

/** False when the Google account has a person or the person has a Google account; waits for others who just connect. */
export async function insertGoogleAccount(tx: Transaction, account: GoogleAccountRow): Promise<boolean> {
  const rows = await tx.insert(googleAccounts).values(account).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function deleteGoogleAccount(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(googleAccounts).where(eq(googleAccounts.personId, personId));
}
