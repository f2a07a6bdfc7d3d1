import { eq, lt } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { consents } from "../tables.ts";

export type ConsentRow = typeof consents.$inferSelect;

/** A person has one consent under way: a new one takes the old one's place. */
export async function saveConsent(tx: Transaction, consent: ConsentRow): Promise<void> {
  const { personId: _, ...rest } = consent;
  await tx.insert(consents).values(consent).onConflictDoUpdate({ target: consents.personId, set: rest });
}

/** Takes the person's consent away, so that nobody can use it a second time. */
export async function takeConsent(tx: Transaction, personId: number): Promise<ConsentRow | null> {
  const [row] = await tx.delete(consents).where(eq(consents.personId, personId)).returning();
  return row ?? null;
}

export async function deleteExpiredConsents(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(consents).where(lt(consents.expiresAt, now));
}
