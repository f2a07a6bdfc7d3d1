import { createAdapter } from "@socket.io/postgres-adapter";
import type { Pool, PoolClient } from "pg";
import type { BaseLogger } from "pino";

/** The way from one process's connections to the others', through the database. */
export interface Cluster {
  adapter: ReturnType<typeof createAdapter>;
  listening: () => boolean;
  /** Sends what is still to be sent and gives its connection back, around the closing of the adapter. */
  close: (closeAdapter: () => Promise<void> | void) => Promise<void>;
}

/**
 * Joins the processes that share the database of `pool`. One connection of the pool listens, for as long as the
 * process runs, and is replaced when it is lost.
 */
export function joinCluster(pool: Pool, log: BaseLogger): Cluster {
  const report = (error: unknown) =>
    log.warn({ err: error }, "Live messages between processes met an error.");
  ensureTables(pool).catch(report);
  let closed = false;
  let listener: PoolClient | null = null;

  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    const release = client.release.bind(client);
    // It listens: nobody else is to have it afterwards. The adapter itself forgets a connection that was lost.
    client.release = () => {
      if (listener === client) listener = null;
      client.release = () => undefined;
      release(true);
    };
    client.once("end", () => client.release());
    if (closed) {
      client.release();
      return never();
    }
    listener = client;
    return client;
  };
  let announced: Promise<unknown> = Promise.resolve();
  const query = async (text: string, values: unknown[]) => {
    if (!text.startsWith("SELECT pg_notify")) return pool.query(text, values);
    // One after the other, so that messages arrive in their order; this process's browsers needn't wait for it.
    announced = announced.then(() => pool.query(text, values)).catch(report);
    return { rows: [] };
  };
  // The two things that the adapter does with its pool.
  const used = { query, connect: async () => (closed ? never() : connect()) };
  return {
    adapter: createAdapter(used as unknown as Pool, { errorHandler: report }),
    listening: () => listener !== null,
    close: async (closeAdapter) => {
      closed = true;
      await closeAdapter();
      listener?.release();
      await announced;
    },
  };
}

/** For an adapter that would otherwise try for ever to connect after it was closed. */
async function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** The table for messages above the 8,000 bytes that a notification of PostgreSQL carries. They are needed for seconds. */
async function ensureTables(pool: Pool): Promise<void> {
  // Sent as one, these are one transaction; “if not exists” alone fails when two processes begin together.
  await pool.query(`
    select pg_advisory_xact_lock(hashtextextended('reelay live tables', 0));
    create unlogged table if not exists socket_io_attachments (
      id bigserial unique, created_at timestamptz default now(), payload bytea
    )`);
}
