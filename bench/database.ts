import { join } from "node:path";

import type { Pool } from "pg";
import { pino } from "pino";

import { connect, type Connected } from "#adapters/postgres/connect.ts";
import { supervisePostgres } from "#adapters/postgres/supervise.ts";

import type { Product } from "./running-product.ts";

/** A direct connection to the database of a running product. */
export interface Database extends Connected {
  close: () => Promise<void>;
}

export async function openDatabase(
  { reelay }: Pick<Product, "reelay">,
  connections: number,
): Promise<Database> {
  const folder = join(reelay.dataFolder, "postgres");
  const postgres = await supervisePostgres({ folder, log: pino({ level: "silent" }) });
  const connected = connect({ ...postgres.connection, statement_timeout: 0 }, { max: connections });
  return {
    ...connected,
    close: async () => {
      await connected.pool.end();
      await postgres.stop();
    },
  };
}

/** Writes rows into the database of a running product. */
export async function fillDatabase(
  product: Pick<Product, "reelay">,
  fill: (pool: Pool) => Promise<void>,
): Promise<void> {
  const { pool, close } = await openDatabase(product, 1);
  await fill(pool);
  await close();
}
