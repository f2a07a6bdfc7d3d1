import { Client, type Pool } from "pg";

import { connectionConfig } from "./connection-config.ts";

/** The channel on which pg-boss announces due jobs of its schema `pgboss`; the payload is the queue. */
const channelName = `'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)`;

/** A connection that receives the names of queues with new jobs. */
export interface JobListener {
  /** Connects again if the connection was lost; true if it did. */
  reconnect: () => Promise<boolean>;
  close: () => Promise<void>;
}

export async function listenForJobs(pool: Pool, onJob: (queue: string) => void): Promise<JobListener> {
  let client: Client | null = null;
  let closed = false;
  const connect = async () => {
    const connecting = new Client(connectionConfig(pool));
    const lost = () => {
      if (client === connecting) client = null;
    };
    connecting.on("error", lost).on("end", lost);
    connecting.on("notification", ({ payload }) => payload !== undefined && onJob(payload));
    try {
      await connecting.connect();
      const { rows } = await connecting.query<{ channel: string }>(`select ${channelName} as channel`);
      await connecting.query(`listen "${rows[0]?.channel ?? ""}"`);
      client = connecting;
    } catch (error) {
      await connecting.end().catch(() => undefined);
      throw error;
    }
  };
  await connect();
  return {
    reconnect: async () => {
      if (client || closed) return false;
      await connect();
      return true;
    },
    close: async () => {
      closed = true;
      const open = client;
      client = null;
      await open?.end();
    },
  };
}
