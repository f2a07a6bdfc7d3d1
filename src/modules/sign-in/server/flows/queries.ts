import { and, eq, gt, lt } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { signInFlows } from "../tables.ts";

export type NewFlow = typeof signInFlows.$inferInsert;

export async function insertFlow(tx: Transaction, flow: NewFlow): Promise<void> {
  await tx.insert(signInFlows).values(flow);
}

interface FlowKey {
  tokenHash: string;
  purpose: string;
  now: Date;
}

const matches = ({ tokenHash, purpose, now }: FlowKey) =>
  and(eq(signInFlows.tokenHash, tokenHash), eq(signInFlows.purpose, purpose), gt(signInFlows.expiresAt, now));

const { encryptedData } = signInFlows;

/** The encrypted data of a live flow, or null. */
export async function findFlow(tx: Transaction, key: FlowKey): Promise<string | null> {
  const rows = await tx.select({ encryptedData }).from(signInFlows).where(matches(key));
  return rows[0]?.encryptedData ?? null;
}

/** Deletes a live flow and returns its encrypted data, or null. */
export async function deleteFlow(tx: Transaction, key: FlowKey): Promise<string | null> {
  const deleted = await tx.delete(signInFlows).where(matches(key)).returning({ encryptedData });
  return deleted[0]?.encryptedData ?? null;
}

export async function deleteExpiredFlows(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(signInFlows).where(lt(signInFlows.expiresAt, now));
}
