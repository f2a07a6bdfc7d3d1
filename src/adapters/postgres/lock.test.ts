import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { connect, type Connected } from "./connect.ts";
import { tryAdvisoryLock } from "./lock.ts";

let database: FreshDatabase;
let other: Connected;

beforeAll(async () => {
  database = await freshDatabase();
  other = connect(database.connection);
});

afterAll(async () => {
  await other.pool.end();
  await database.drop();
});

describe("an advisory lock", () => {
  it("is held by one at a time, within a process and between processes", async () => {
    const held = await tryAdvisoryLock(database.pool, "upload 1");

    expect(await tryAdvisoryLock(database.pool, "upload 1")).toBeNull();
    expect(await tryAdvisoryLock(other.pool, "upload 1")).toBeNull();
    const elsewhere = await tryAdvisoryLock(other.pool, "upload 2");
    expect(elsewhere).not.toBeNull();

    await held?.release();
    await elsewhere?.release();
    const next = await tryAdvisoryLock(other.pool, "upload 1");
    expect(next).not.toBeNull();
    await next?.release();
  });

  it("is granted to exactly one of many who ask at once", async () => {
    const pools = Array.from({ length: 40 }, (_, n) => (n % 2 ? database.pool : other.pool));
    const answers = await Promise.all(pools.map((pool) => tryAdvisoryLock(pool, "raced")));
    const granted = answers.filter((answer) => answer !== null);
    expect(granted).toHaveLength(1);
    await granted[0]?.release();
  });

  it("costs one connection however many are held, and none afterwards", async () => {
    const { pool } = connect(database.connection, { max: 2 });
    const keys = Array.from({ length: 50 }, (_, n) => `many ${n}`);
    const held = await Promise.all(keys.map((key) => tryAdvisoryLock(pool, key)));
    expect(held.every((lock) => lock !== null)).toBe(true);
    expect(pool.totalCount).toBe(1);

    await Promise.all(held.map((lock) => lock?.release()));
    await expect.poll(() => pool.totalCount).toBe(0);
    await pool.end();
  });

  it("says that it is lost when its connection breaks, and can then be taken by others", async () => {
    const held = await tryAdvisoryLock(database.pool, "fragile");
    await other.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
    );

    await expect.poll(() => held?.lost.aborted).toBe(true);
    const next = await tryAdvisoryLock(other.pool, "fragile");
    expect(next).not.toBeNull();
    await held?.release();
    await next?.release();
  });

  it("reports a database that can't be reached", async () => {
    const { pool } = connect({ ...database.connection, host: "/nowhere" });
    await expect(tryAdvisoryLock(pool, "anything")).rejects.toThrow("ENOENT");
    await pool.end();
  });
});
