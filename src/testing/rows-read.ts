import { sql } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

/** Number of rows of a table that `act` reads in this transaction, also those that it then leaves out. */
export async function rowsRead(tx: Transaction, table: string, act: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const { rows } = await tx.execute<{ read: string }>(sql`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}`);
    return Number(rows[0]?.read ?? 0);
  };
  const before = await count();
  await act();
  return (await count()) - before;
}
