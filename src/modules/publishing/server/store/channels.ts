import { eq, isNotNull, lt, and, isNull } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { channels } from "../tables.ts";

export type ChannelRow = typeof channels.$inferSelect;
export type ChannelChange = Partial<Omit<ChannelRow, "personId">>;

export async function findChannel(tx: Reading, personId: number): Promise<ChannelRow | null> {
  const [row] = await tx.select().from(channels).where(eq(channels.personId, personId));
  return row ?? null;
}

export async function saveChannel(tx: Transaction, channel: ChannelRow): Promise<void> {
  const { personId: _, ...rest } = channel;
  await tx.insert(channels).values(channel).onConflictDoUpdate({ target: channels.personId, set: rest });
}

/** Changes a connection, unless another one has taken its place since it was read. */
export async function changeChannel(
  tx: Transaction,
  read: Pick<ChannelRow, "personId" | "connectedAt">,
  change: ChannelChange,
): Promise<void> {
  await tx
    .update(channels)
    .set(change)
    .where(and(eq(channels.personId, read.personId), eq(channels.connectedAt, read.connectedAt)));
}

export async function deleteChannel(
  tx: Transaction,
  read: Pick<ChannelRow, "personId" | "connectedAt">,
): Promise<void> {
  await tx
    .delete(channels)
    .where(and(eq(channels.personId, read.personId), eq(channels.connectedAt, read.connectedAt)));
}

/** People whose channel's data was read before `moment` and can be read again. */
export async function findUncheckedSince(tx: Transaction, moment: Date): Promise<number[]> {
  const rows = await tx
    .select({ personId: channels.personId })
    .from(channels)
    .where(and(lt(channels.checkedAt, moment), isNull(channels.brokenAt)));
  return rows.map((row) => row.personId);
}

/** Forgets connections that ended before `moment` and were never renewed. */
export async function deleteBrokenSince(tx: Transaction, moment: Date): Promise<void> {
  await tx.delete(channels).where(and(isNotNull(channels.brokenAt), lt(channels.brokenAt, moment)));
}
