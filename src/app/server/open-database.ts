import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { Client, type ClientBase } from "pg";
import type { BaseLogger } from "pino";

import { supervisePostgres } from "#adapters/postgres/supervise.ts";

/** Location of the database: `DATABASE_URL`, or the data folder where that is null. */
export interface DatabasePlace {
  databaseUrl: string | null;
  dataFolder: string;
}

/** True where the data folder has a database of its own. */
export function hasOwnDatabase(dataFolder: string): boolean {
  return existsSync(join(dataFolder, "postgres/cluster/PG_VERSION"));
}

/**
 * Runs `use` with a connection to the database. Starts the bundled PostgreSQL where it is not running, and stops it
 * again. Statements of the connection have no time limit.
 */
export async function withDatabase<T>(
  { databaseUrl, dataFolder }: DatabasePlace,
  options: { name: string; log: BaseLogger },
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const { name, log } = options;
  const bundledPostgres = databaseUrl
    ? null
    : await supervisePostgres({ folder: join(dataFolder, "postgres"), log });
  const connection = bundledPostgres?.connection ?? { connectionString: databaseUrl ?? "" };
  const client = new Client({ ...connection, application_name: name, connectionTimeoutMillis: 10_000 });
  // Its loss fails the statement that runs.
  client.on("error", () => undefined);
  try {
    await connectTo(client, databaseUrl);
    await client.query("select set_config(name, '0', false) from pg_settings where name = any ($1)", [
      ["statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout", "lock_timeout"],
    ]);
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
    await bundledPostgres?.stop();
  }
}

/**
 * Throws an error that names `DATABASE_URL` if that database can't be reached or its encoding isn't UTF-8, in which
 * some texts of users can't be stored. The bundled database is not checked.
 */
export async function requireUsableDatabase(databaseUrl: string | null): Promise<void> {
  if (databaseUrl === null) return;
  const client = new Client({
    connectionString: databaseUrl,
    application_name: "reelay start",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  try {
    await connectTo(client, databaseUrl);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connectTo(client: Client, databaseUrl: string | null): Promise<void> {
  if (databaseUrl === null) {
    await client.connect();
    return;
  }
  await client.connect().catch((error: unknown) => {
    throw new Error(
      `The database of DATABASE_URL can't be used: ${errorReason(error)}. Check that PostgreSQL runs there, and the host, port, user name, password and database name.`,
      { cause: error },
    );
  });
  const { rows } = await client.query<{ encoding: string }>("select getdatabaseencoding() as encoding");
  const encoding = rows[0]?.encoding;
  if (encoding === "UTF8") return;
  throw new Error(
    `The database of DATABASE_URL has the encoding ${encoding}, but Reelay needs UTF8. Create another one with \`create database reelay encoding 'UTF8' template template0\`.`,
  );
}

/** The message of an error. That of several addresses of a host has only a code. */
function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/**
 * Throws if Reelay runs on the database of `client`; `what` is what to do again after stopping it. Checked repeatedly,
 * because connections of a process that just ended may still be listed.
 */
export async function requireUnused(client: ClientBase, what: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'reelay%'`,
    );
    if (!rowCount) return;
    await wait(25);
  }
  throw new Error(`Reelay is running on this database. Stop it, then ${what} again.`);
}
