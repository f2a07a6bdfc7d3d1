import { join } from "node:path";

import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";

/** The migrations that this version of the application has, oldest first. */
export function readMigrations(root: string): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: join(root, "migrations") });
}

/** Makes other processes that migrate or restore this database wait until the transaction of `client` ends. */
export async function lockMigrations(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('reelay migrations', 0))");
}

/** Applies migrations in the transaction of `client` and records them as Drizzle's migrator does. */
export async function applyMigrations(
  client: ClientBase,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  await client.query(
    `create schema if not exists drizzle;
     create table if not exists drizzle.__drizzle_migrations
       (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}
