import { count, eq } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { googleAccounts, passkeys, people } from "../tables.ts";

/** How many ways a person has to sign in: a password, a Google account, each passkey. Lock the person to rely on it. */
export async function countWaysIn(tx: Transaction, personId: number): Promise<number> {
  const own = await tx
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, personId));
  const google = await tx
    .select({ ways: count() })
    .from(googleAccounts)
    .where(eq(googleAccounts.personId, personId));
  const kept = await tx.select({ ways: count() }).from(passkeys).where(eq(passkeys.personId, personId));
  return (own[0]?.passwordHash ? 1 : 0) + (google[0]?.ways ?? 0) + (kept[0]?.ways ?? 0);
}

/** Removes every way to sign in but the password. */
export async function deleteOtherWaysIn(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.personId, personId));
  await tx.delete(googleAccounts).where(eq(googleAccounts.personId, personId));
}
