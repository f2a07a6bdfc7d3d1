import { type ClientBase, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";

import { listTables } from "./catalogue.ts";
import type { Part, TableEntry } from "./manifest.ts";
import { writePart, type Writing } from "./write-part.ts";

/** Begins the transaction in which every statement sees the database as it is now. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  // PostgreSQL takes the snapshot with the first statement that reads.
  await client.query("select from pg_class limit 1");
}

/** Writes the rows of every table below `database/`, as the transaction of `client` sees them. */
export async function dumpTables(
  client: ClientBase,
  writing: Writing,
): Promise<{ tables: TableEntry[]; parts: Part[] }> {
  const tables: TableEntry[] = [];
  const parts: Part[] = [];
  for (const { schema, name, columns } of await listTables(client)) {
    const path = `database/${schema}.${name}.copy`;
    const selected = columns.map(escapeIdentifier).join(", ");
    // A partitioned table can only be copied as a query.
    const rows = client.query(
      copyTo(
        `copy (select ${selected} from ${escapeIdentifier(schema)}.${escapeIdentifier(name)}) to stdout`,
      ),
    );
    parts.push(await writePart(writing, path, rows));
    // The number of rows follows the last byte; the answer to another statement follows that number.
    await client.query("select 1");
    tables.push({ schema, name, columns, rows: rows.rowCount, part: path });
  }
  return { tables, parts };
}
