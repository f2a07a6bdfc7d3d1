import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { after, minute } from "#core/time.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import type { Run } from "../context.ts";
import { sweepWorker } from "./jobs.ts";
import { clearAttempts } from "./queries.ts";
import { countAttempts, countUse } from "./rate-limit.ts";
import { rateLimits } from "./tables.ts";

const limit = { attempts: 2, window: minute };
let database: FreshDatabase;
let run: Run;
let now: Date;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, { clock: () => now });
});
afterAll(async () => database.close());
beforeEach(async () => {
  now = new Date("2026-11-20T10:00:00Z");
  await database.db.delete(rateLimits);
});

const count = (...counted: string[]) => {
  const limited = counted.map((key) => ({ key, limit }));
  return run(null, (ctx) => countAttempts(ctx, limited));
};
const keys = async () => (await database.db.select().from(rateLimits)).map(({ key }) => key).toSorted();

it("allows a number of attempts per window, and states how long to wait", async () => {
  expect([await count("a"), await count("a")]).toEqual([null, null]);
  now = after(now, 15_000);
  expect(await count("a")).toBe(45);
  now = after(now, 45_000);
  expect(await count("a")).toBeNull();
});

it("does not count for the wider keys what a narrower one refuses", async () => {
  for (let at = 0; at < 5; at += 1) await count("narrow", "wide");
  expect(await count("wide")).toBe(60);
  await database.db.delete(rateLimits);
  for (let at = 0; at < 5; at += 1) await count("narrow");
  await count("narrow", "wide");
  expect(await keys()).toEqual(["narrow"]);
});

it("does not count a use whose transaction fails", async () => {
  for (let at = 0; at < 5; at += 1) {
    const failing = run(null, async (ctx) => {
      await countUse(ctx, { key: "a", limit });
      throw new TypeError("The use failed.");
    });
    await expect(failing).rejects.toThrow("The use failed.");
  }
  for (let at = 0; at < 2; at += 1) await run(null, (ctx) => countUse(ctx, { key: "a", limit }));
  const refused = run(null, (ctx) => countUse(ctx, { key: "a", limit }));
  await expect(refused).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
});

it("clears keys and prefixes", async () => {
  await count("login:a", "login:a from:1", "login:a from:2", "login:ab", "guess:a");
  await run(null, ({ tx }) => clearAttempts(tx, ["login:a"], ["login:a from:"]));
  expect(await keys()).toEqual(["guess:a", "login:ab"]);
  await run(null, ({ tx }) => clearAttempts(tx, ["guess:a"]));
  expect(await keys()).toEqual(["login:ab"]);
});

it("deletes the counts of windows that have ended", async () => {
  await count("old");
  now = after(now, minute / 2);
  await count("new");
  now = after(now, minute / 2 + 1);
  await sweepWorker({ run }).work({}, new AbortController().signal);
  expect(await keys()).toEqual(["new"]);
});
