import type { ClientBase } from "pg";

import type { MigrationEntry, SequenceEntry, TableEntry } from "./manifest.ts";

/** Schemas whose rows belong to the application: its own tables, and pg-boss'. */
export const dataSchemas = ["public", "pgboss"];
const schemas = [...dataSchemas, "drizzle"];

const isOfExtension = "exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')";

/**
 * All tables with their columns, from PostgreSQL's catalogue. Partitions are reached through their parent; unlogged
 * tables contain nothing that has to last.
 */
export async function listTables(
  client: ClientBase,
): Promise<Pick<TableEntry, "schema" | "name" | "columns">[]> {
  const { rows } = await client.query<Pick<TableEntry, "schema" | "name" | "columns">>(
    `select n.nspname as schema, c.relname as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum
     ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and c.relpersistence = 'p'
       and not c.relispartition and not ${isOfExtension}
     order by 1, 2`,
    [dataSchemas],
  );
  return rows;
}

/** Sequences that have given a number. */
export async function listSequences(client: ClientBase): Promise<SequenceEntry[]> {
  const { rows } = await client.query<SequenceEntry>(
    `select s.schemaname as schema, s.sequencename as name, s.last_value::text as "lastValue"
     from pg_sequences s join pg_namespace n on n.nspname = s.schemaname
     join pg_class c on c.relnamespace = n.oid and c.relname = s.sequencename
     where s.schemaname = any ($1) and s.last_value is not null and c.relpersistence = 'p' order by 1, 2`,
    [dataSchemas],
  );
  return rows;
}

/** A foreign key and the statement part that makes it. */
export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_namespace n on n.oid = k.connamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any ($1)`,
    [dataSchemas],
  );
  return rows;
}

/** The migrations that the database has, oldest first; none where it is empty. */
export async function listMigrations(client: ClientBase): Promise<MigrationEntry[]> {
  if (!(await exists(client, "drizzle.__drizzle_migrations"))) return [];
  const { rows } = await client.query<{ hash: string; at: string }>(
    "select hash, created_at as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, at }) => ({ hash, createdAt: Number(at) }));
}

/** Version of pg-boss' schema; null where there is none. */
export async function jobsVersion(client: ClientBase): Promise<number | null> {
  if (!(await exists(client, "pgboss.version"))) return null;
  const { rows } = await client.query<{ version: number }>("select version from pgboss.version");
  return rows[0]?.version ?? null;
}

/** The name of some table of the schemas that a restore fills; null where there is none. */
export async function anyTable(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not ${isOfExtension} limit 1`,
    [schemas],
  );
  return rows[0]?.name ?? null;
}

/** True where the database has the table or sequence, whose name is quoted as SQL needs it. */
export async function exists(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
    table,
  ]);
  return rows[0]?.found ?? false;
}
