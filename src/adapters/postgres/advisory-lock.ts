import type pg from "pg";

/** A lock of this process. `lost` is aborted if its connection breaks before `release`. */
export interface AdvisoryLock {
  release: () => Promise<void>;
  lost: AbortSignal;
}

/** One connection for all locks of a pool, so that many locks don't exhaust the pool. */
interface LockConnection {
  client: Promise<pg.PoolClient>;
  held: Map<string, AbortController>;
  /** Number of locks and pending requests. At 0 the connection returns to the pool. */
  useCount: number;
  /** Called when the connection breaks. */
  onEnd: () => void;
  /** The last query: a connection runs one at a time. */
  lastQuery: Promise<unknown>;
}

const connections = new WeakMap<pg.Pool, LockConnection>();

/**
 * Takes the lock `key`, or returns `null` at once if it is taken, in any process. PostgreSQL frees it when
 * this process or its machine dies.
 */
export async function tryAdvisoryLock(pool: pg.Pool, key: string): Promise<AdvisoryLock | null> {
  const connection = connections.get(pool) ?? open(pool);
  // PostgreSQL grants a connection the same lock again.
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
      } catch (error) {
        // Closing the connection frees its locks as well.
        abortLocks(pool, connection);
        throw error;
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
    onEnd: () => abortLocks(pool, connection),
    lastQuery: Promise.resolve(),
  };
  connections.set(pool, connection);
  connection.lastQuery = prepare(pool, connection);
  return connection;
}

async function prepare(pool: pg.Pool, connection: LockConnection): Promise<void> {
  try {
    const client = await connection.client;
    client.once("end", connection.onEnd);
    // Frees the locks of a machine that disappears from the network after about 25 s instead of hours.
    await client.query(
      "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3",
    );
  } catch {
    // The next query fails too and reports the error.
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

/** Returns the connection to the pool: a new one for each lock costs more than all other statements of a short upload. */
function close(pool: pg.Pool, connection: LockConnection): void {
  const isUsable = connections.get(pool) === connection;
  forget(pool, connection);
  const release = (client: pg.PoolClient) => {
    client.off("end", connection.onEnd);
    client.release(!isUsable);
  };
  connection.client.then(release, () => undefined);
}
