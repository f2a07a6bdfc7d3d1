import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";

let database: FreshDatabase;
let folder: string;

beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query("drop schema if exists drizzle cascade");
  folder = await mkdtemp(path.join(tmpdir(), "reelay-migrations-"));
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function addMigration(n: number, sql: string): Promise<void> {
  const entries = Array.from({ length: n }, (_, idx) => ({
    idx,
    version: "7",
    when: 1000 + idx,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  await mkdir(path.join(folder, "meta"), { recursive: true });
  await writeFile(
    path.join(folder, "meta/_journal.json"),
    JSON.stringify({ dialect: "postgresql", entries }),
  );
  await writeFile(path.join(folder, `000${n - 1}.sql`), sql);
}

describe("migrations", () => {
  it("succeed when there are none", async () => {
    await expect(migrate(database.pool, path.join(folder, "missing"))).resolves.toBeUndefined();
  });

  it("are applied once when several processes start together", async () => {
    await addMigration(1, "create type mood as enum ('calm'); create table diary (mood mood)");
    const pools = Array.from({ length: 5 }, () => connect(database.connection, { max: 1 }).pool);

    await Promise.all(pools.map((pool) => migrate(pool, folder)));

    const { rows } = await database.pool.query("select count(*)::int as n from drizzle.__drizzle_migrations");
    expect(rows).toEqual([{ n: 1 }]);
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it("roll back when one fails, and continue when it is fixed", async () => {
    await addMigration(2, "create table half (id int);--> statement-breakpoint\nselect nonsense");
    await expect(migrate(database.pool, folder)).rejects.toThrow("nonsense");
    await addMigration(2, "create table half (id int)");

    await migrate(database.pool, folder);

    const { rows } = await database.pool.query("select count(*)::int as n from half");
    expect(rows).toEqual([{ n: 0 }]);
  });

  it("are refused where a newer version has added some", async () => {
    const newer = "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 1002)";
    await database.pool.query(newer);
    await expect(migrate(database.pool, folder)).rejects.toThrow("Start that version, or restore the backup");
    await database.pool.query("delete from drizzle.__drizzle_migrations where hash = 'newer'");
    await migrate(database.pool, folder);
  });
});

describe("a pool", () => {
  it("survives losing its connections, idle and checked out", async () => {
    const { pool } = connect(database.connection, { max: 2 });
    const lent = await pool.connect();
    await pool.query("select 1");

    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );

    await expect(lent.query("select 1")).rejects.toBeInstanceOf(Error);
    lent.release(true);
    await expect
      .poll(async () => (await pool.query("select 1 as one").catch(() => null))?.rows)
      .toEqual([{ one: 1 }]);
    await pool.end();
  });
});
