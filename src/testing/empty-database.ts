import { randomBytes } from "node:crypto";

import { Client, type PoolConfig } from "pg";
import { inject } from "vitest";

/** A database without tables; `url` is its `DATABASE_URL`. */
export interface EmptyDatabase {
  url: string;
  drop: () => Promise<void>;
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { connection, prefix } = inject("postgres");
  const database = prefix + randomBytes(6).toString("hex");
  const run = async (statement: string) => {
    const client = new Client(connection);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${database}`);
  return {
    url: urlOf({ ...connection, database }),
    drop: () => run(`drop database if exists ${database} with (force)`),
  };
}

/** The `DATABASE_URL` of a connection over a Unix socket. */
export function urlOf({ host, user, database }: PoolConfig): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? "")}`;
}
