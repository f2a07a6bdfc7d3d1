import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#core/server/database.ts";

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when a transaction waits for a lock of another one. */
export async function untilLockWait(db: Pick<Database, "execute">): Promise<void> {
  await expect.poll(async () => (await db.execute(waiting)).rowCount).toBeGreaterThan(0);
}
