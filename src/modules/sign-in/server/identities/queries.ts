import { and, eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { people, type Person } from "#modules/people/server/tables.ts";

import { identities } from "../tables.ts";

export type IdentityRow = typeof identities.$inferSelect;
/** A provider's id and its identifier of an account. */
type Account = Pick<IdentityRow, "provider" | "subject">;
type OfPerson = Pick<IdentityRow, "provider" | "personId">;

const isAccount = ({ provider, subject }: Account) =>
  and(eq(identities.provider, provider), eq(identities.subject, subject));
const isOfPerson = ({ provider, personId }: OfPerson) =>
  and(eq(identities.provider, provider), eq(identities.personId, personId));

/** The person of an account at a provider, or null. */
export async function findByAccount(tx: Transaction, account: Account): Promise<Person | null> {
  const rows = await tx
    .select({ person: people })
    .from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(isAccount(account));
  return rows[0]?.person ?? null;
}

export async function findIdentity(tx: Reading, of: OfPerson): Promise<IdentityRow | null> {
  const rows = await tx.select().from(identities).where(isOfPerson(of));
  return rows[0] ?? null;
}

export async function listIdentities(tx: Reading, personId: number): Promise<IdentityRow[]> {
  return tx.select().from(identities).where(eq(identities.personId, personId));
}

/** Returns false if the account belongs to a person or the person has an account at the provider. */
export async function insertIdentity(tx: Transaction, identity: IdentityRow): Promise<boolean> {
  const rows = await tx.insert(identities).values(identity).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function deleteIdentity(tx: Transaction, of: OfPerson): Promise<void> {
  await tx.delete(identities).where(isOfPerson(of));
}
