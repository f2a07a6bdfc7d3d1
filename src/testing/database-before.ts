import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { migrate } from "#adapters/postgres/migrate.ts";

import { type FreshDatabase, freshDatabase } from "./database.ts";

/** The folder of all migrations. */
export const migrations = join(import.meta.dirname, "../../migrations");

/** A database as the version before the migration with the number `next` left it. The caller closes it. */
export async function databaseBefore(next: number): Promise<FreshDatabase> {
  const database = await freshDatabase();
  await database.pool.query(
    "drop schema public cascade; drop schema drizzle cascade; drop schema if exists pgboss cascade; create schema public",
  );
  const folder = await mkdtemp(join(tmpdir(), "reelay-migrations-"));
  await cp(migrations, folder, { recursive: true });
  const journal = join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8")) as { entries: { idx: number }[] };
  const before = entries.filter(({ idx }) => idx < next);
  await writeFile(journal, JSON.stringify({ ...rest, entries: before }));
  await migrate(database.pool, folder);
  await rm(folder, { recursive: true });
  return database;
}
