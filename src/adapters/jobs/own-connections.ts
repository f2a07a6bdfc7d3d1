import type { Pool, PoolConfig } from "pg";

/** How to reach the database of `pool` over other connections, whose upkeep may take longer than a statement there. */
export function ownConnections(pool: Pool): PoolConfig {
  // The password is there, but kept from being copied along.
  return { ...pool.options, password: pool.options.password, statement_timeout: false };
}
