import { and, desc, eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { passkeys, type Passkey } from "../tables.ts";

/** The new row, or null if the credential is already stored. */
export async function insertPasskey(tx: Transaction, passkey: Passkey): Promise<Passkey | null> {
  const rows = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

export async function findPasskeys(tx: Reading, personId: number): Promise<Passkey[]> {
  return tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(desc(passkeys.createdAt), passkeys.id);
}

export async function findPasskey(tx: Transaction, id: string): Promise<Passkey | null> {
  const rows = await tx.select().from(passkeys).where(eq(passkeys.id, id));
  return rows[0] ?? null;
}

export async function recordPasskeyUse(
  tx: Transaction,
  use: { id: string; counter: number; now: Date },
): Promise<void> {
  await tx.update(passkeys).set({ counter: use.counter, lastUsedAt: use.now }).where(eq(passkeys.id, use.id));
}

export async function deletePasskey(tx: Transaction, owned: { id: string; personId: number }): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.id, owned.id), eq(passkeys.personId, owned.personId)));
}
