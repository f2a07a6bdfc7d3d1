import { drizzle } from "drizzle-orm/node-postgres";
import { Pool, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";

import type { Database } from "#core/server/database.ts";

/** What a process talks to PostgreSQL with. End `pool` when done. */
export interface Connected {
  pool: Pool;
  db: Database;
}

/**
 * Opens a pool. Statements end after 30 s and forgotten transactions after 60 s, so that one defect can't hold the
 * database. A connection that is lost is logged and replaced; it never ends the process.
 */
export function connect(connection: PoolConfig, options: { log?: BaseLogger; max?: number } = {}): Connected {
  const pool = new Pool({
    application_name: "reelay",
    max: options.max ?? 20,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...connection,
  });
  const report = (error: Error) => options.log?.warn({ err: error }, "A database connection was lost.");
  pool.on("error", report);
  // Also while lent out (a LISTEN connection, say): without a listener of its own, losing it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { pool, db: drizzle({ client: pool }) };
}
