import type pg from "pg";

/** A lock that is held. `lost` is aborted when the connection that carries it breaks before `release`. */
export interface AdvisoryLock {
  release: () => Promise<void>;
  lost: AbortSignal;
}

/** The one connection that carries all locks of a pool, so that holding many does not use the pool up. */
interface Carrier {
  client: Promise<pg.PoolClient>;
  held: Map<string, AbortController>;
  /** Locks held or being asked for; the connection goes back to the pool at 0. */
  uses: number;
  /** The end of the last question: a connection takes one at a time. */
  turn: Promise<unknown>;
}

const carriers = new WeakMap<pg.Pool, Carrier>();

/**
 * Takes the lock called `key` if nobody in any process holds it, else returns `null` at once. PostgreSQL frees it by
 * itself when this process or its machine dies.
 */
export async function tryAdvisoryLock(pool: pg.Pool, key: string): Promise<AdvisoryLock | null> {
  const carrier = carriers.get(pool) ?? open(pool);
  // Within one connection PostgreSQL would grant the same lock twice.
  if (carrier.held.has(key)) return null;
  const lost = new AbortController();
  carrier.held.set(key, lost);
  carrier.uses += 1;
  const letGo = () => {
    if (carrier.held.get(key) === lost) carrier.held.delete(key);
    carrier.uses -= 1;
    if (carrier.uses === 0) close(pool, carrier);
  };
  try {
    if (!(await ask(carrier, "pg_try_advisory_lock", key))) {
      letGo();
      return null;
    }
  } catch (error) {
    letGo();
    throw error;
  }
  let released = false;
  return {
    lost: lost.signal,
    release: async () => {
      if (released) return;
      released = true;
      try {
        if (!lost.signal.aborted) await ask(carrier, "pg_advisory_unlock", key);
      } finally {
        letGo();
      }
    },
  };
}

function open(pool: pg.Pool): Carrier {
  const carrier: Carrier = { client: pool.connect(), held: new Map(), uses: 0, turn: Promise.resolve() };
  carriers.set(pool, carrier);
  carrier.turn = prepare(pool, carrier);
  return carrier;
}

async function prepare(pool: pg.Pool, carrier: Carrier): Promise<void> {
  try {
    const client = await carrier.client;
    client.once("end", () => lose(pool, carrier));
    // A machine that vanishes without a word frees its locks after about 25 s, not after hours.
    await client.query(
      "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3",
    );
  } catch {
    // The question that follows meets the same trouble and reports it.
    forget(pool, carrier);
  }
}

async function ask(carrier: Carrier, lockFunction: string, key: string): Promise<boolean> {
  const answer = carrier.turn.then(async () => {
    const client = await carrier.client;
    const { rows } = await client.query<{ done: boolean }>(
      `select ${lockFunction}(hashtextextended($1, 0)) as done`,
      [key],
    );
    return rows[0]?.done ?? false;
  });
  carrier.turn = answer.catch(() => undefined);
  return answer;
}

function lose(pool: pg.Pool, carrier: Carrier): void {
  forget(pool, carrier);
  for (const lost of carrier.held.values())
    lost.abort(new Error("The database connection of a lock was lost."));
}

function forget(pool: pg.Pool, carrier: Carrier): void {
  if (carriers.get(pool) === carrier) carriers.delete(pool);
}

function close(pool: pg.Pool, carrier: Carrier): void {
  forget(pool, carrier);
  // Not kept, for its settings. Where it never opened there is nothing to release.
  carrier.client.then(
    (client) => client.release(true),
    () => undefined,
  );
}
