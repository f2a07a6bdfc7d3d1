import { existsSync } from "node:fs";
import path from "node:path";

import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";

/**
 * Applies the migrations of `folder` that the database does not have yet. Any number of processes may do so at once:
 * one works, the others wait for it.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, "meta/_journal.json"))) return;
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock(hashtextextended('reelay migrations', 0))");
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    // Closed rather than returned: that also frees the lock and the setting, whatever happened.
    client.release(true);
  }
}
