import { createAdapter } from "@socket.io/postgres-adapter";
import type { Pool, PoolClient } from "pg";
import type { BaseLogger } from "pino";

/** Realtime messages between processes, through the database. */
export interface Cluster {
  adapter: ReturnType<typeof createAdapter>;
  listening: () => boolean;
  /** Closes the adapter, sends pending messages and releases the connection. */
  close: (closeAdapter: () => Promise<void> | void) => Promise<void>;
}

/**
 * Connects the processes that share the database of `pool`. Uses one of its connections permanently to
 * listen, and replaces it when it is lost; messages that were sent before `onListening` may have been missed.
 */
export function joinCluster(pool: Pool, log: BaseLogger, onListening: () => void): Cluster {
  const report = (error: unknown) => log.warn({ err: error }, "Realtime messages between processes failed.");
  ensureTables(pool).catch(report);
  let closed = false;
  let connecting = false;
  let listener: PoolClient | null = null;
  let listening = false;

  const connect = async (): Promise<PoolClient> => {
    // A connection lost during LISTEN makes the adapter reconnect twice, and each listener delivers messages.
    if (closed || connecting || listener) return neverResolves();
    connecting = true;
    const client = await pool.connect().finally(() => {
      connecting = false;
    });
    const release = client.release.bind(client);
    // Not returned to the pool, because it listens.
    client.release = () => {
      if (listener === client) listener = null;
      listening = listener !== null && listening;
      client.release = () => undefined;
      release(true);
    };
    client.once("end", () => client.release());
    if (closed) {
      client.release();
      return neverResolves();
    }
    listener = client;
    const query = client.query.bind(client) as (text: string) => Promise<unknown>;
    const listen = async (text: string) => {
      try {
        await query(text);
        listening = listener === client;
        if (listening) onListening();
      } catch (error) {
        client.release();
        throw error;
      }
    };
    return Object.assign(client, { query: listen });
  };
  let lastNotification: Promise<unknown> = Promise.resolve();
  const query = async (text: string, values: unknown[]) => {
    if (!text.startsWith("SELECT pg_notify")) return pool.query(text, values);
    // In sequence, so messages arrive in order. Not awaited: clients of this process need not wait.
    lastNotification = lastNotification.then(() => pool.query(text, values)).catch(report);
    return { rows: [] };
  };
  // The only members of a pool that the adapter uses.
  const poolForAdapter = { query, connect };
  return {
    adapter: createAdapter(poolForAdapter as unknown as Pool, { errorHandler: report }),
    listening: () => listening,
    close: async (closeAdapter) => {
      closed = true;
      await closeAdapter();
      listener?.release();
      await lastNotification;
    },
  };
}

/** Prevents the adapter from reconnecting. */
async function neverResolves(): Promise<never> {
  return new Promise(() => undefined);
}

/** For messages above the 8,000 bytes of a PostgreSQL notification. Rows are needed for seconds. */
async function ensureTables(pool: Pool): Promise<void> {
  // One query is one transaction. Without the lock, concurrent “if not exists” can fail.
  await pool.query(`
    select pg_advisory_xact_lock(hashtextextended('reelay live tables', 0));
    create unlogged table if not exists socket_io_attachments (
      id bigserial unique, created_at timestamptz default now(), payload bytea
    )`);
}
