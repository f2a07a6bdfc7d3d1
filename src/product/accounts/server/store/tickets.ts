import { and, eq, gt, lt } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";

import { tickets } from "../tables.ts";

export type NewTicket = typeof tickets.$inferInsert;

export async function insertTicket(tx: Transaction, ticket: NewTicket): Promise<void> {
  await tx.insert(tickets).values(ticket);
}

/** The ticket's sealed data; it is gone with this transaction's commit, so it can't be used twice. */
export async function deleteTicket(
  tx: Transaction,
  ticket: { tokenHash: string; purpose: string; now: Date },
): Promise<string | null> {
  const fits = and(
    eq(tickets.tokenHash, ticket.tokenHash),
    eq(tickets.purpose, ticket.purpose),
    gt(tickets.expiresAt, ticket.now),
  );
  const taken = await tx.delete(tickets).where(fits).returning({ sealedData: tickets.sealedData });
  return taken[0]?.sealedData ?? null;
}

export async function deleteExpiredTickets(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(tickets).where(lt(tickets.expiresAt, now));
}
