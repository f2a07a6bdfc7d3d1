import { eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { people, type Person } from "#modules/people/server/tables.ts";

import { googleAccounts } from "../tables.ts";

export type GoogleAccountRow = typeof googleAccounts.$inferSelect;

/** The person of a Google account, or null. */
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

/** Returns false if the Google account belongs to a person or the person has a Google account. */
export async function insertGoogleAccount(tx: Transaction, account: GoogleAccountRow): Promise<boolean> {
  const rows = await tx.insert(googleAccounts).values(account).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function deleteGoogleAccount(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(googleAccounts).where(eq(googleAccounts.personId, personId));
}
