import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";

import type { Database } from "#core/server/database.ts";
import { minute } from "#core/time.ts";

/** A connection pool and its Drizzle database. End `pool` when done. */
export interface Connected {
  pool: Pool;
  db: Database;
}

/**
 * Opens a connection pool. Statements time out after 30 s and idle transactions after 60 s. Lost connections
 * are logged and replaced. Statements of a transaction that are started together are sent together. `name` is shown in
 * `pg_stat_activity`.
 */
export function connect(
  connection: PoolConfig,
  options: { log?: BaseLogger; max?: number; name?: string } = {},
): Connected {
  const pool = new Pool({
    application_name: options.name ?? "reelay",
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    // A new connection costs a process and loses the prepared statements: users often pause longer than the driver's 10 s.
    idleTimeoutMillis: 5 * minute,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    ...connection,
  });
  const report = (error: Error) =>
    options.log?.warn({ err: error }, "A database connection was lost and will be replaced.");
  pool.on("error", report);
  // The pool does not listen while a connection is checked out; without a listener an error would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = drizzle({ client: pool });
  return { pool, db: Object.assign(db, { transaction: createTransaction(pool) }) };
}

/** Drizzle's own `transaction` of a pool never returns a connection on which `begin` fails. */
function createTransaction(pool: Pool): Database["transaction"] {
  return async (act, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client }).transaction(act, config);
    } finally {
      // A connection that is still in a transaction, or lost, is closed.
      client.release(client.getTransactionStatus() !== "I");
    }
  };
}
