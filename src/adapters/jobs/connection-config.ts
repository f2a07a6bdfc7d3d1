import type { Pool, PoolConfig } from "pg";

/** Connection settings for separate connections to the database of `pool`, without its statement timeout. */
export function connectionConfig(pool: Pool): PoolConfig {
  // `password` is not enumerable, so the spread does not copy it.
  return { ...pool.options, password: pool.options.password, statement_timeout: false };
}
