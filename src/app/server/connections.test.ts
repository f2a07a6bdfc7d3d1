import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";

import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Connected, connect } from "#adapters/postgres/connect.ts";
import { testComposition } from "#testing/composition.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { compose } from "./compose.ts";
import { processName, warnAboutConnections } from "./connections.ts";

let database: FreshDatabase;
let folder: string;

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelay-connections-"));
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Connections that the database accepts from its users. */
async function available(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - coalesce(current_setting('reserved_connections', true)::int, 0) as count`,
  );
  return rows[0]?.count ?? 0;
}

/** The log of a process that may open `limit` connections. */
async function warningsWith(limit: number, { pool }: Connected): Promise<string> {
  let logged = "";
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged += line.toString();
      done();
    },
  });
  await warnAboutConnections(pool, limit, pino(stream));
  return logged;
}

describe("the processes on a database", () => {
  it("are told at the start if their connections cannot fit", async () => {
    const processes = (["web", "web", "worker"] as const).map((role) =>
      connect(database.connection, { name: processName(role) }),
    );
    for (const { pool } of processes) await Promise.all([pool.query("select 1"), pool.query("select 1")]);
    const [first] = processes;
    if (!first) throw new Error("No process.");
    const share = Math.floor((await available()) / 3);

    expect(await warningsWith(share, first)).toBe("");
    expect(await warningsWith(share + 1, first)).toContain(
      `3 processes of Reelay may open ${share + 1} database connections each, ${3 * share + 3} in total, ` +
        `but PostgreSQL accepts ${await available()}. Lower DATABASE_CONNECTIONS or raise max_connections.`,
    );
    for (const { pool } of processes) await pool.end();
  });

  it("open no more connections than set, even under load", async () => {
    const composed = await compose({
      ...testComposition({
        connection: database.connection,
        folder,
        role: "all",
        objectStore: null,
        sandbox: { url: "http://localhost:1", clientId: "client", clientSecret: "secret" },
      }),
      databaseConnections: 12,
    });
    await composed.startWork();
    const requests = Array.from({ length: 60 }, () => composed.app.inject({ url: "/api/v1/health" }));
    const counts: number[] = [];
    const count = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and application_name like 'reelay all %'`,
      );
      counts.push(rows[0]?.count ?? 0);
    };
    await Promise.all([...requests, ...Array.from({ length: 20 }, count)]);
    await count();
    await composed.stop();
    expect(Math.max(...counts)).toBeGreaterThan(6);
    expect(Math.max(...counts)).toBeLessThanOrEqual(12);
  });
});
