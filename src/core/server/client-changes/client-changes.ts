import { eq, sql } from "drizzle-orm";

import type { MissedMessages } from "../../missed-messages.ts";
import { type Database, prepared, type Transaction } from "../database.ts";
import { clientChanges } from "./tables.ts";

/** A kind of realtime message and the users to whom it is sent. */
interface SentMessage {
  userIds: readonly number[];
  message: { name: string };
}

/** Stands for all kinds of messages. A user has it from the first connection on that found no rows of the user. */
const everything = "*";

const storedChanges = prepared("store_client_changes", (tx: Transaction) =>
  tx
    .insert(clientChanges)
    .select(
      sql`select person_id, message, pg_current_xact_id()
        from unnest(${sql.placeholder("userIds")}::bigint[], ${sql.placeholder("names")}::text[]) as sent (person_id, message)
        group by 1, 2 order by 1, 2`,
    )
    .onConflictDoUpdate({
      target: [clientChanges.personId, clientChanges.message],
      set: { transaction: sql`greatest(excluded.transaction, ${clientChanges.transaction})` },
    }),
);

/**
 * Stores that the transaction sends these messages after its commit. To be called last in the transaction: its rows are locked
 * in the order of users and names, and only for the commit.
 */
export async function storeClientChanges(tx: Transaction, messages: readonly SentMessage[]): Promise<void> {
  const sent = messages.flatMap(({ userIds, message: { name } }) =>
    userIds.map((userId) => ({ userId, name })),
  );
  if (sent.length === 0) return;
  await storedChanges(tx).execute({
    userIds: sent.map(({ userId }) => userId),
    names: sent.map(({ name }) => name),
  });
}

/** A marker: all transactions before it have ended, and later statements see what they have committed. */
const oldestRunning = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`;

/** The marker of what a client loads from now on. */
export async function readChangeMarker(db: Database): Promise<number> {
  const [row] = await db.select({ marker: oldestRunning }).from(sql`(values (1)) as one`);
  return Number(row?.marker);
}

/**
 * The kinds of messages that were sent to a user since a marker, and the marker of this moment. A client that receives the
 * messages sent from now on has missed no others.
 */
export async function readMissedMessages(
  db: Database,
  userId: number,
  since: number | null,
): Promise<MissedMessages> {
  const read = async () => {
    const [row] = await db
      .select({
        marker: oldestRunning,
        known: sql<boolean>`coalesce(bool_or(${clientChanges.message} = ${everything}), false)`,
        missed: sql<string[]>`coalesce(array_agg(${clientChanges.message}) filter (
          where ${clientChanges.transaction} >= ${String(since ?? 0)}::text::xid8), '{}')`,
      })
      .from(clientChanges)
      .where(eq(clientChanges.personId, userId));
    if (!row) throw new Error("An aggregate without a row.");
    return { ...row, marker: Number(row.marker) };
  };
  const { marker, known, missed } = await read();
  if (!known) {
    await db
      .insert(clientChanges)
      .values({ personId: userId, message: everything, transaction: sql`pg_current_xact_id()` })
      .onConflictDoNothing();
    return { marker: (await read()).marker, missed: "all" };
  }
  if (since === null) return { marker, missed: [] };
  // Markers never decrease: a later one is of a database that was replaced by its backup.
  return { marker, missed: since > marker || missed.includes(everything) ? "all" : missed };
}
