import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";

import type { Database } from "#core/server/database.ts";

/** A connection pool and its Drizzle database. End `pool` when done. */
export interface Connected {
  pool: Pool;
  db: Database;
}

/**
 * Opens a connection pool. Statements time out after 30 s and idle transactions after 60 s. Lost connections
 * are logged and replaced. `name` is shown in `pg_stat_activity`.
 */
export function connect(
  connection: PoolConfig,
  options: { log?: BaseLogger; max?: number; name?: string } = {},
): Connected {
  const pool = new Pool({
    application_name: options.name ?? "reelay",
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...connection,
  });
  const report = (error: Error) =>
    options.log?.warn({ err: error }, "A database connection was lost and will be replaced.");
  pool.on("error", report);
  // The pool does not listen while a connection is checked out; without a listener an error would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { pool, db: drizzle({ client: pool }) };
}
