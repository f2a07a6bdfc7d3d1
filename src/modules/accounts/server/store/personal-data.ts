import { asc, eq } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { formerNames, googleAccounts, passkeys, sessions } from "../tables.ts";

/** What accounts keeps of a person beside the row of `people`; neither keys nor tokens. */
export async function listBelongings(tx: Transaction, personId: number) {
  const { nameKey, givenUpAt } = formerNames;
  const { device, createdAt, lastUsedAt, expiresAt } = sessions;
  return {
    formerNames: await tx
      .select({ name: nameKey, givenUpAt })
      .from(formerNames)
      .where(eq(formerNames.personId, personId))
      .orderBy(asc(givenUpAt)),
    sessions: await tx
      .select({ device, createdAt, lastUsedAt, expiresAt })
      .from(sessions)
      .where(eq(sessions.personId, personId))
      .orderBy(asc(createdAt)),
    passkeys: await tx
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.personId, personId))
      .orderBy(asc(passkeys.createdAt)),
    googleAccounts: await tx
      .select({ email: googleAccounts.email, connectedAt: googleAccounts.connectedAt })
      .from(googleAccounts)
      .where(eq(googleAccounts.personId, personId)),
  };
}
