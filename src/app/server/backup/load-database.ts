import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { type ClientBase, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";

import { requireUnused } from "../open-database.ts";
import { anyTable, exists, listForeignKeys } from "./catalogue.ts";
import { createJobsSchema } from "./jobs-schema.ts";
import type { Manifest, TableEntry } from "./manifest.ts";
import { applyMigrations, lockMigrations, readMigrations } from "./migrations.ts";
import type { Progress } from "./progress.ts";

interface Loading {
  root: string;
  /** The folder of the backup. */
  source: string;
  manifest: Manifest;
  say: (line: string) => void;
  progress: Progress;
  signal: AbortSignal;
}

/** The realtime messages of the last seconds. Only databases of the first versions have it as a table that is backed up. */
const messagesTable = "socket_io_attachments";

/** Throws where the database has tables already, or Reelay runs on it. */
export async function requireEmptyDatabase(client: ClientBase): Promise<void> {
  await requireUnused(client, "restore");
  const table = await anyTable(client);
  if (table !== null) {
    throw new Error(
      `The database is not empty: it has the table ${table}. Create a new database and set DATABASE_URL to it.`,
    );
  }
}

/**
 * Fills an empty database in one transaction: the schema as the backup had it, its rows, then the migrations since.
 * `finish` runs in the same transaction.
 */
export async function loadDatabase(
  client: ClientBase,
  loading: Loading,
  finish: () => Promise<void>,
): Promise<void> {
  const { manifest, root } = loading;
  const applied = new Set(manifest.migrations.map(({ createdAt }) => createdAt));
  const migrations = readMigrations(root);
  await client.query("begin");
  try {
    await lockMigrations(client);
    await requireEmptyDatabase(client);
    await applyMigrations(
      client,
      migrations.filter(({ folderMillis }) => applied.has(folderMillis)),
    );
    if (manifest.jobsVersion !== null) await createJobsSchema(client, manifest.jobsVersion);
    await loadTables(client, await onlyOwn(client, manifest.tables, loading.say), loading);
    for (const sequence of await onlyOwn(client, manifest.sequences)) {
      await client.query("select setval($1::regclass, $2)", [qualified(sequence), sequence.lastValue]);
    }
    await applyMigrations(
      client,
      migrations.filter(({ folderMillis }) => !applied.has(folderMillis)),
    );
    await finish();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Leaves out what other programs have created in the same database: nothing of the schema is missing here. */
async function onlyOwn<T extends Pick<TableEntry, "schema" | "name">>(
  client: ClientBase,
  entries: readonly T[],
  say: (line: string) => void = () => undefined,
): Promise<T[]> {
  const existing: T[] = [];
  for (const entry of entries) {
    if (await exists(client, qualified(entry))) existing.push(entry);
    else if (entry.name !== messagesTable) say(`Skipped ${qualified(entry)}: Reelay has no such table.`);
  }
  return existing;
}

/** Rows arrive table by table, so references and triggers wait until all are there. */
async function loadTables(
  client: ClientBase,
  tables: readonly TableEntry[],
  loading: Loading,
): Promise<void> {
  if (tables.length === 0) return;
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table ${qualified(table)} disable trigger user`);
  // Migrations and pg-boss add rows of their own.
  await client.query(`truncate ${tables.map(qualified).join(", ")}`);
  for (const table of tables) await loadTable(client, table, loading);
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const table of tables) await client.query(`alter table ${qualified(table)} enable trigger user`);
  await client.query(`analyze ${tables.map(qualified).join(", ")}`);
}

async function loadTable(client: ClientBase, table: TableEntry, loading: Loading): Promise<void> {
  const { source, progress, signal } = loading;
  const columns = table.columns.map(escapeIdentifier).join(", ");
  const rows = client.query(copyFrom(`copy ${qualified(table)} (${columns}) from stdin`));
  await pipeline(
    createReadStream(join(source, table.part), { highWaterMark: 1024 * 1024 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        progress.add(chunk.length);
        yield chunk;
      }
    },
    rows,
    { signal },
  );
  if (rows.rowCount !== table.rows) {
    throw new Error(
      `${qualified(table)} has ${rows.rowCount} rows after the restore instead of ${table.rows}.`,
    );
  }
}

function qualified({ schema, name }: Pick<TableEntry, "schema" | "name">): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}
