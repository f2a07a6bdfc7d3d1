import type pg from "pg";

/** A lock that is held. `lost` is aborted when the connection that carries it breaks before `release`. */
export interface AdvisoryLock {
  release: () => Promise<void>;
  lost: AbortSignal;
}

/** The one connection that carries all locks of a pool, so that holding many does not use the pool up. */
interface LockConnection {
  client: Promise<pg.PoolClient>;
  held: Map<string, AbortController>;
  /** Locks held or being asked for; the connection goes back to the pool at 0. */
  useCount: number;
  /** The end of the last question: a connection takes one at a time. */
  lastQuery: Promise<unknown>;
}

const connections = new WeakMap<pg.Pool, LockConnection>();

/**
 * Takes the lock called `key` if nobody in any process holds it, else returns `null` at once. PostgreSQL frees it by
 * itself when this process or its machine dies.
 */
export async function tryAdvisoryLock(pool: pg.Pool, key: string): Promise<AdvisoryLock | null> {
  const connection = connections.get(pool) ?? open(pool);
  // Within one connection PostgreSQL would grant the same lock twice.
  if (connection.held.has(key)) return null;
  const lost = new AbortController();
  connection.held.set(key, lost);
  connection.useCount += 1;
  const dropUse = () => {
    if (connection.held.get(key) === lost) connection.held.delete(key);
    connection.useCount -= 1;
    if (connection.useCount === 0) close(pool, connection);
  };
  try {
    if (!(await callLockFunction(connection, "pg_try_advisory_lock", key))) {
      dropUse();
      return null;
    }
  } catch (error) {
    dropUse();
    throw error;
  }
  let released = false;
  return {
    lost: lost.signal,
    release: async () => {
      if (released) return;
      released = true;
      try {
        if (!lost.signal.aborted) await callLockFunction(connection, "pg_advisory_unlock", key);
      } finally {
        dropUse();
      }
    },
  };
}

function open(pool: pg.Pool): LockConnection {
  const connection: LockConnection = {
    client: pool.connect(),
    held: new Map(),
    useCount: 0,
    lastQuery: Promise.resolve(),
  };
  connections.set(pool, connection);
  connection.lastQuery = prepare(pool, connection);
  return connection;
}

async function prepare(pool: pg.Pool, connection: LockConnection): Promise<void> {
  try {
    const client = await connection.client;
    client.once("end", () => abortLocks(pool, connection));
    // A machine that vanishes without a word frees its locks after about 25 s, not after hours.
    await client.query(
      "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3",
    );
  } catch {
    // The question that follows meets the same trouble and reports it.
    forget(pool, connection);
  }
}

async function callLockFunction(
  connection: LockConnection,
  lockFunction: string,
  key: string,
): Promise<boolean> {
  const result = connection.lastQuery.then(async () => {
    const client = await connection.client;
    const { rows } = await client.query<{ done: boolean }>(
      `select ${lockFunction}(hashtextextended($1, 0)) as done`,
      [key],
    );
    return rows[0]?.done ?? false;
  });
  connection.lastQuery = result.catch(() => undefined);
  return result;
}

function abortLocks(pool: pg.Pool, connection: LockConnection): void {
  forget(pool, connection);
  for (const lost of connection.held.values())
    lost.abort(new Error("The database connection of a lock was lost."));
}

function forget(pool: pg.Pool, connection: LockConnection): void {
  if (connections.get(pool) === connection) connections.delete(pool);
}

function close(pool: pg.Pool, connection: LockConnection): void {
  forget(pool, connection);
  // Not kept, for its settings. Where it never opened there is nothing to release.
  connection.client.then(
    (client) => client.release(true),
    () => undefined,
  );
}
