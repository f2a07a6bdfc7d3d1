import { count, eq } from "drizzle-orm";

import type { Context } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import { findPerson } from "#modules/people/server/public/credentials.ts";

import { identities, passkeys } from "../tables.ts";

/** The number of ways a person can sign in: password, each connected identity, each passkey. Lock the person to rely on it. */
export async function countSignInMethods(ctx: Context, personId: number): Promise<number> {
  const person = await findPerson(ctx, personId);
  const connected = await ctx.tx
    .select({ accounts: count() })
    .from(identities)
    .where(eq(identities.personId, personId));
  const passkeyCount = await ctx.tx
    .select({ keys: count() })
    .from(passkeys)
    .where(eq(passkeys.personId, personId));
  return (person?.passwordHash ? 1 : 0) + (connected[0]?.accounts ?? 0) + (passkeyCount[0]?.keys ?? 0);
}

/** Deletes every sign-in method of a person except the password. */
export async function deleteOtherSignInMethods(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.personId, personId));
  await tx.delete(identities).where(eq(identities.personId, personId));
}
