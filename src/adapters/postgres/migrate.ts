import { existsSync } from "node:fs";
import path from "node:path";

import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";

/** Applies the pending migrations in `folder`. Concurrent calls wait for each other. */
export async function migrate(pool: pg.Pool, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, "meta/_journal.json"))) return;
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock(hashtextextended('reelay migrations', 0))");
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    // Closing the connection also frees the lock and resets the setting.
    client.release(true);
  }
}
