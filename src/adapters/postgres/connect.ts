import { drizzle, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";

import {
  together,
  type Transact,
  type TransactingDatabase,
  type Transaction,
} from "#core/server/database.ts";
import { minute } from "#core/time.ts";

/** A connection pool and its Drizzle database. End `pool` when done. */
export interface Connected {
  pool: Pool;
  db: TransactingDatabase;
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
  const transact = createTransact(pool);
  return { pool, db: Object.assign(db, { transact, transaction: transact }) };
}

/** Like Drizzle's `transaction`, which creates a new object for each transaction: statements would be prepared each time. */
function createTransact(pool: Pool): Transact {
  const dialect = new PgDialect();
  const ofConnection = new WeakMap<PoolClient, Transaction>();
  return async (act, last) => {
    const client = await pool.connect();
    let usable = true;
    try {
      const tx =
        ofConnection.get(client) ??
        new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined);
      ofConnection.set(client, tx);
      // The first statements are sent along with it. If it fails, no later one may run.
      const begun = client.query("begin").catch(async (error: unknown) => {
        usable = false;
        await client.end();
        throw error;
      });
      const [, result] = await together([begun, act(tx)]);
      const stored = last?.(tx);
      // After a failed statement, PostgreSQL answers it with a rollback.
      await together([stored ?? Promise.resolve(), client.query("commit")]);
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {
        usable = false;
      });
      throw error;
    } finally {
      client.release(!usable);
    }
  };
}
