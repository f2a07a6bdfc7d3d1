import { join } from "node:path";

import type { Pool, PoolConfig } from "pg";
import { pino } from "pino";

import { connect, type Connected } from "#adapters/postgres/connect.ts";
import { supervisePostgres } from "#adapters/postgres/supervise.ts";

import type { Product } from "./running-product.ts";

/** A direct connection to the database of a running product. */
export interface Database extends Connected {
  close: () => Promise<void>;
}

export async function openDatabase(
  product: Pick<Product, "reelay">,
  connections: number,
  as: PoolConfig = {},
): Promise<Database> {
  const folder = join(product.reelay.dataFolder, "postgres");
  const postgres = await supervisePostgres({ folder, log: pino({ level: "silent" }) });
  const config = { ...postgres.connection, statement_timeout: 0, ...as };
  const connected = connect(config, { max: connections });
  return {
    ...connected,
    close: async () => {
      await connected.pool.end();
      await postgres.stop();
    },
  };
}

/**
 * Writes rows into the database of a running product. PostgreSQL does not look up the rows that they refer to, which would
 * take most of the time.
 */
export async function fillDatabase(
  product: Pick<Product, "reelay">,
  fill: (pool: Pool) => Promise<void>,
): Promise<void> {
  // Only a superuser may turn off the triggers of foreign keys.
  const unchecked = { user: "postgres", options: "-c session_replication_role=replica" };
  const { pool, close } = await openDatabase(product, 1, unchecked);
  await fill(pool);
  await close();
}
