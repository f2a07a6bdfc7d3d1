import { existsSync } from "node:fs";
import path from "node:path";

import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";

/** The last commit with the migrations that the first one replaces. No tag has them. */
const lastWithReplaced = "65fd587086961474910db724b26e0f5151b30589";

/** The error for a database, or the backup of one, that lacks migrations which the first one replaces. */
export class BeforeFirstReleaseError extends Error {
  constructor(subject: "database" | "backup") {
    const restore = subject === "backup" ? "restore the backup with it, " : "";
    super(
      `The ${subject} is of a version before the first release. Check out commit ${lastWithReplaced}, ${restore}and start it once. Then start this version.`,
    );
  }
}

/**
 * Applies the pending migrations in `folder`. Concurrent calls wait for each other. Throws for a database of a version
 * before the first release, or of a newer version than this one.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, "meta/_journal.json"))) return;
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock(hashtextextended('reelay migrations', 0))");
    await requireKnownVersion(client, folder);
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    // Closing the connection also frees the lock and resets the setting.
    client.release(true);
  }
}

/** The first migration has the time of the last one that it replaces, so that it counts as applied in databases of 0.1.0. */
async function requireKnownVersion(client: pg.ClientBase, folder: string): Promise<void> {
  const table = "drizzle.__drizzle_migrations";
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    table,
  ]);
  if (!rows[0]?.exists) return;
  const newest = await client.query<{ at: string | null }>(`select max(created_at) as at from ${table}`);
  const at = newest.rows[0]?.at ?? null;
  const times = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  if (at === null || times.length === 0) return;
  if (Number(at) < Math.min(...times)) throw new BeforeFirstReleaseError("database");
  if (Number(at) > Math.max(...times)) {
    throw new Error(
      "The database has migrations of a newer version of Reelay. Start that version, or restore the backup that was made before the upgrade.",
    );
  }
}

/** Migrations in `folder`: those that the database has, and those that it lacks. */
export async function countMigrations(
  pool: Pick<pg.Pool, "query">,
  folder: string,
): Promise<{ applied: number; pending: number }> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const { rows } = await pool.query<{ at: string | null }>(
    "select max(created_at) as at from drizzle.__drizzle_migrations",
  );
  const newest = Number(rows[0]?.at ?? 0);
  const pending = migrations.filter(({ folderMillis }) => folderMillis > newest).length;
  return { applied: migrations.length - pending, pending };
}
