import { and, eq, gt, lt } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { signInFlows } from "../tables.ts";

export type NewFlow = typeof signInFlows.$inferInsert;

export async function insertFlow(tx: Transaction, ticket: NewFlow): Promise<void> {
  await tx.insert(signInFlows).values(ticket);
}

interface FlowKey {
  tokenHash: string;
  purpose: string;
  now: Date;
}

const fits = ({ tokenHash, purpose, now }: FlowKey) =>
  and(eq(signInFlows.tokenHash, tokenHash), eq(signInFlows.purpose, purpose), gt(signInFlows.expiresAt, now));

/** The ticket's sealed data. */
export async function findFlow(tx: Transaction, key: FlowKey): Promise<string | null> {
  const found = await tx
    .select({ encryptedData: signInFlows.encryptedData })
    .from(signInFlows)
    .where(fits(key));
  return found[0]?.encryptedData ?? null;
}

/** The ticket's sealed data; it is gone with this transaction's commit, so it can't be used twice. */
export async function deleteFlow(tx: Transaction, key: FlowKey): Promise<string | null> {
  const taken = await tx
    .delete(signInFlows)
    .where(fits(key))
    .returning({ encryptedData: signInFlows.encryptedData });
  return taken[0]?.encryptedData ?? null;
}

export async function deleteExpiredFlows(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(signInFlows).where(lt(signInFlows.expiresAt, now));
}
