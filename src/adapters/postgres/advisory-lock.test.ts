import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { tryAdvisoryLock } from "./advisory-lock.ts";
import { connect, type Connected } from "./connect.ts";

let database: FreshDatabase;
let other: Connected;

beforeAll(async () => {
  database = await freshDatabase();
  other = connect(database.connection);
});

afterAll(async () => {
  await other.pool.end();
  await database.close();
});

/** The server process of an idle connection of `pool`, and the number of its advisory locks. */
async function idleProcess(pool: Connected["pool"]) {
  const { rows } = await pool.query<{ pid: number; locks: number }>(
    `select pg_backend_pid() as pid,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
  );
  return rows[0];
}

describe("an advisory lock", () => {
  it("is granted to one at a time, within a process and between processes", async () => {
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

  it("is granted to exactly one of many concurrent requests", async () => {
    const pools = Array.from({ length: 40 }, (_, n) => (n % 2 ? database.pool : other.pool));
    const answers = await Promise.all(pools.map((pool) => tryAdvisoryLock(pool, "raced")));
    const granted = answers.filter((answer) => answer !== null);
    expect(granted).toHaveLength(1);
    await granted[0]?.release();
  });

  it("uses one connection for any number of locks, and returns it to the pool", async () => {
    const { pool } = connect(database.connection, { max: 2 });
    const keys = Array.from({ length: 50 }, (_, n) => `many ${n}`);
    const held = await Promise.all(keys.map((key) => tryAdvisoryLock(pool, key)));
    expect(held.every((lock) => lock !== null)).toBe(true);
    expect(pool.totalCount).toBe(1);

    await Promise.all(held.map((lock) => lock?.release()));
    await expect.poll(() => pool.idleCount).toBe(1);
    const before = await idleProcess(pool);
    const next = await tryAdvisoryLock(pool, "one more");
    await next?.release();
    await expect.poll(() => pool.idleCount).toBe(1);
    expect(await idleProcess(pool)).toEqual(before);
    expect(before?.locks).toBe(0);
    await pool.end();
  });

  it("reports its loss when its connection breaks, and is then free", async () => {
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

  it("reports an unreachable database", async () => {
    const { pool } = connect({ ...database.connection, host: "/nowhere" });
    await expect(tryAdvisoryLock(pool, "anything")).rejects.toThrow("ENOENT");
    await pool.end();
  });
});
