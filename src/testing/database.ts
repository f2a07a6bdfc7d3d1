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
  /** Closes the pool and drops the database. */
  drop: () => Promise<void>;
}

/** Copies the migrated template. Each test file creates one database and drops it at the end. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { connection: server, template, prefix } = inject("postgres");
  const database = prefix + randomBytes(6).toString("hex");
  await command(server, `create database ${database} template ${template}`);
  const connection = { ...server, database };
  const { pool, db } = connect(connection, { max: 10 });
  return {
    db,
    pool,
    connection,
    drop: async () => {
      await pool.end();
      await command(server, `drop database if exists ${database} with (force)`);
    },
  };
}

async function command(server: PoolConfig, text: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
