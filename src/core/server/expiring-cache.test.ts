import { beforeEach, describe, expect, it } from "vitest";

import { createExpiringCache } from "./expiring-cache.ts";

let now: number;
let asked: string[];
let remember: (key: string) => Promise<number>;

beforeEach(() => {
  now = 0;
  asked = [];
  const memory = createExpiringCache<number>({ lifetime: 1000, maxEntries: 2, clock: () => new Date(now) });
  remember = (key) =>
    memory(key, async () => {
      asked.push(key);
      return asked.length;
    });
});

describe("an expiring cache", () => {
  it("loads once for concurrent calls, and again when the result has expired", async () => {
    expect(await Promise.all([remember("a"), remember("a"), remember("b")])).toEqual([1, 1, 2]);
    now = 999;
    expect(await remember("a")).toBe(1);
    now = 1000;
    expect(await remember("a")).toBe(3);
  });

  it("loads again after the clock was set back", async () => {
    now = 5000;
    await remember("a");
    now = 0;
    expect(await remember("a")).toBe(2);
  });

  it("keeps at most the maximum number of entries, the newest ones", async () => {
    for (const key of ["a", "b", "c", "b", "c", "a"]) await remember(key);
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });

  it("does not cache errors", async () => {
    const memory = createExpiringCache<number>({ lifetime: 1000, maxEntries: 2, clock: () => new Date(now) });
    const failing = memory("a", async () => {
      throw new Error("The database is away.");
    });
    await expect(failing).rejects.toThrow("away");
    expect(await memory("a", async () => 7)).toBe(7);
  });
});
