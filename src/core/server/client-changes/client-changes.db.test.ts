import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import type { Run } from "../context.ts";
import { readChangeMarker, readMissedMessages } from "./client-changes.ts";

const renamed = defineRealtimeMessage("renamed", z.object({}));
const moved = defineRealtimeMessage("moved", z.object({}));
const typing = defineRealtimeMessage("typing", z.object({}), { momentary: true });

let database: FreshDatabase;
let run: Run;
beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db);
});
afterAll(async () => database.close());

/** A marker after everything that was committed. Transactions of other databases of the server can hold it back. */
async function marker(): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>("select pg_current_xact_id()::text as id");
  let latest = 0;
  const read = async () => (latest = await readChangeMarker(database.db));
  await expect.poll(read).toBeGreaterThan(Number(rows[0]?.id));
  return latest;
}
const missed = async (userId: number, since: number | null) =>
  (await readMissedMessages(database.db, userId, since)).missed;

let user = 0;
beforeEach(async () => {
  user += 10;
  await missed(user, null);
  await marker();
});

const notify = (...messages: (typeof renamed)[]) =>
  run(null, async (ctx) => {
    for (const message of messages) ctx.notifyClients([user], message, {});
  });

it("are the kinds of messages that were sent to the user since the marker", async () => {
  const since = await marker();
  expect(await missed(user, since)).toEqual([]);
  await notify(renamed, typing, renamed);
  const between = await marker();
  expect(await missed(user, between)).toEqual([]);
  await notify(moved);
  expect(await missed(user, since)).toEqual(["renamed", "moved"]);
  expect(await missed(user, between)).toEqual(["moved"]);
});

it("have none after the marker of the last reading", async () => {
  const since = await marker();
  await notify(renamed);
  expect(await missed(user, since)).toEqual(["renamed"]);
  await expect
    .poll(async () => missed(user, (await readMissedMessages(database.db, user, since)).marker))
    .toEqual([]);
});

it("contain what a transaction sent that was running when the marker was taken", async () => {
  const other = user;
  const running = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const slow = run(null, async (ctx) => {
    await ctx.tx.execute("select pg_current_xact_id()");
    running.resolve();
    await taken.promise;
    ctx.notifyClients([other], renamed, {});
  });
  await running.promise;
  await notify(renamed);
  const since = await readChangeMarker(database.db);
  taken.resolve();
  await slow;
  expect(await missed(other, since)).toEqual(["renamed"]);
});

it("are everything for a user whose changes are not known, once", async () => {
  const since = await marker();
  await database.pool.query("truncate client_changes");
  expect(await missed(user, since)).toBe("all");
  expect(await missed(user, await marker())).toEqual([]);
  expect(await missed(user, since)).toBe("all");
});

it("are everything for the marker of another database, and nothing for a browser that has loaded nothing", async () => {
  expect(await missed(user, (await marker()) + 1000)).toBe("all");
  await notify(renamed);
  expect(await missed(user, null)).toEqual([]);
});

it("of transactions for the same users in another order are stored without a deadlock", async () => {
  const users = [user + 1, user + 2];
  const both = [users, users.toReversed()].flatMap((order) =>
    Array.from({ length: 20 }, () =>
      run(null, async (ctx) => {
        for (const id of order) ctx.notifyClients([id], renamed, {});
      }),
    ),
  );
  await Promise.all(both);
  const { rows } = await database.pool.query<{ deadlocks: string }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  expect(rows[0]?.deadlocks).toBe("0");
});

it("are not written to the log of the database, nor to a backup", async () => {
  const { rows } = await database.pool.query(
    "select relpersistence from pg_class where relname = 'client_changes'",
  );
  expect(rows).toEqual([{ relpersistence: "u" }]);
});
