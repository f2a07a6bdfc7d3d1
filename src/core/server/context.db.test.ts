import { setTimeout as wait } from "node:timers/promises";

import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { testSettings } from "#testing/run.ts";

import { defineRealtimeMessage } from "../event.ts";
import { type Context, createRun, type Run } from "./context.ts";
import { isTimeout, limitStatements, together } from "./database.ts";
import { createKeyring } from "./keyring.ts";

const changed = defineRealtimeMessage("changed", z.object({ by: z.string() }));

let database: FreshDatabase;
let run: Run;
let sent: unknown[];

beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query("create table counters (name text primary key, count int not null)");
  await database.pool.query("insert into counters values ('a', 0), ('b', 0)");
  sent = [];
  run = createRun({
    db: database.db,
    clock: () => new Date(),
    keyring: createKeyring("a secret for these tests that is long enough"),
    enqueue: async () => undefined,
    sendRealtime: (userIds, _name, payload) => sent.push([userIds, payload]),
    eventHandlers: [],
    lockTask: async () => undefined,
    settings: testSettings,
  });
});

afterAll(async () => database.close());

const raise = (ctx: Context, name: string) =>
  ctx.tx.execute(sql`update counters set count = count + 1 where name = ${name}`);

const counts = async () =>
  (await database.pool.query<{ count: number }>("select count from counters order by name")).rows.map(
    ({ count }) => count,
  );

it("deadlocked transactions are retried and commit once each", async () => {
  let begun = 0;
  const both = Promise.withResolvers<void>();
  const by = (person: string, [first, second]: readonly [string, string]) =>
    run(null, async (ctx) => {
      await raise(ctx, first);
      ctx.notifyClients([1], changed, { by: person });
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
      await raise(ctx, second);
      return person;
    });
  expect(await Promise.all([by("mira", ["a", "b"]), by("oskar", ["b", "a"])])).toEqual(["mira", "oskar"]);
  // One of them started again, and may have met the next deadlock.
  expect(begun).toBeGreaterThanOrEqual(3);
  expect(await counts()).toEqual([2, 2]);
  expect(sent).toHaveLength(2);
});

it("equal messages of a transaction are sent once, to the users of all of them", async () => {
  sent.length = 0;
  await run(null, async (ctx) => {
    ctx.notifyClients([1, 2, 1], changed, { by: "mira" });
    ctx.notifyClients([1], changed, { by: "oskar" });
    ctx.notifyClients([2, 3], changed, { by: "mira" });
  });
  expect(sent).toEqual([
    [[1, 2, 3], { by: "mira" }],
    [[1], { by: "oskar" }],
  ]);
});

it("a transaction that fails for another reason is not retried", async () => {
  let tries = 0;
  const failing = run(null, async (ctx) => {
    tries += 1;
    await raise(ctx, "a");
    throw new Error("No.");
  });
  await expect(failing).rejects.toThrow("No.");
  expect(tries).toBe(1);
  expect(await counts()).toEqual([2, 2]);
});

it("a failed action ends only after everything that it started, with the cause", async () => {
  let ended = false;
  const failing = run(null, async (ctx) => {
    const later = async () => {
      await raise(ctx, "b");
      await wait(20);
      ended = true;
      await raise(ctx, "a");
    };
    await together([later(), ctx.tx.execute(sql`select 1 / 0`)]);
  });
  await expect(failing).rejects.toMatchObject({ cause: { message: "division by zero" } });
  expect(ended).toBe(true);
  expect(await counts()).toEqual([2, 2]);
});

it("if transactions can't begin, nothing is written and their connections return to the pool", async () => {
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const [statement, ...rest] = given;
    const isBegin =
      typeof statement === "object" &&
      statement &&
      "text" in statement &&
      String(statement.text).startsWith("begin");
    return query.apply(this, isBegin ? [{ ...statement, text: "select 1 / 0" }, ...rest] : given);
  });
  for (let failed = 0; failed <= database.pool.options.max; failed++) {
    const failing = run(null, (ctx) => raise(ctx, "a"));
    await expect(failing).rejects.toMatchObject({ cause: { message: "division by zero" } });
  }
  spy.mockRestore();
  expect(await counts()).toEqual([2, 2]);
  await run(null, (ctx) => raise(ctx, "a"));
  expect(await counts()).toEqual([3, 2]);
});

it("limits the time of the statements of one transaction", async () => {
  const limit = async (ctx: Context) =>
    (await ctx.tx.execute<{ limit: string }>(sql`select current_setting('statement_timeout') as limit`)).rows;
  const usual = await run(null, limit);
  const limited = await run(null, async (ctx) => {
    await limitStatements(ctx.tx, 5000);
    return limit(ctx);
  });
  expect(limited).toEqual([{ limit: "5s" }]);
  expect(await run(null, limit)).toEqual(usual);
  const slow = run(null, async (ctx) => {
    await limitStatements(ctx.tx, 20);
    await ctx.tx.execute(sql`select pg_sleep(60)`);
  });
  await expect(slow).rejects.toSatisfy(isTimeout);
});
