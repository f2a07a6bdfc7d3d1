import { randomBytes } from "node:crypto";

import type { Pool, PoolConfig } from "pg";
import { Client } from "pg";
import { inject } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import type { Database } from "#core/server/database.ts";

/** A migrated, empty database. */
export interface FreshDatabase {
  db: Database;
  pool: Pool;
  connection: PoolConfig;
  /** Closes the pool. */
  close: () => Promise<void>;
}

/** A database without tables; `url` is its `DATABASE_URL`. */
export interface EmptyDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Copies the migrated template; each test file creates one database. It is dropped after the last file: ext4 searches for inodes
 * that weren't deleted in the last minutes, so that a new database would cost 0.6 s of the processor after others were dropped.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { connection: server, template, prefix } = inject("postgres");
  const database = newName(prefix);
  await command(server, `create database ${database} template ${template}`);
  const connection = { ...server, database };
  const { pool, db } = connect(connection, { max: 10 });
  return {
    db,
    pool,
    connection,
    close: () => pool.end(),
  };
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { connection: server, prefix } = inject("postgres");
  const database = newName(prefix);
  await command(server, `create database ${database}`);
  return { url: poolUrl({ ...server, database }), drop: () => drop(server, database) };
}

/** The `DATABASE_URL` of a connection over a Unix socket. */
export function poolUrl({ host, user, database }: PoolConfig): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? "")}`;
}

const newName = (prefix: string) => prefix + randomBytes(6).toString("hex");

const drop = (server: PoolConfig, database: string) =>
  command(server, `drop database if exists ${database} with (force)`);

async function command(server: PoolConfig, text: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
