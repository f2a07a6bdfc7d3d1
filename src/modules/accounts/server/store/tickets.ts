import { and, eq, gt, lt } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { tickets } from "../tables.ts";

export type NewTicket = typeof tickets.$inferInsert;

export async function insertTicket(tx: Transaction, ticket: NewTicket): Promise<void> {
  await tx.insert(tickets).values(ticket);
}

interface TicketKey {
  tokenHash: string;
  purpose: string;
  now: Date;
}

const fits = ({ tokenHash, purpose, now }: TicketKey) =>
  and(eq(tickets.tokenHash, tokenHash), eq(tickets.purpose, purpose), gt(tickets.expiresAt, now));

/** The ticket's sealed data. */
export async function findTicket(tx: Transaction, key: TicketKey): Promise<string | null> {
  const found = await tx.select({ encryptedData: tickets.encryptedData }).from(tickets).where(fits(key));
  return found[0]?.encryptedData ?? null;
}

/** The ticket's sealed data; it is gone with this transaction's commit, so it can't be used twice. */
export async function deleteTicket(tx: Transaction, key: TicketKey): Promise<string | null> {
  const taken = await tx.delete(tickets).where(fits(key)).returning({ encryptedData: tickets.encryptedData });
  return taken[0]?.encryptedData ?? null;
}

export async function deleteExpiredTickets(tx: Transaction, now: Date): Promise<void> {
  await tx.delete(tickets).where(lt(tickets.expiresAt, now));
}
