import { beforeEach, describe, expect, it } from "vitest";

import { createShortMemory } from "./short-memory.ts";

let now: number;
let asked: string[];
let remember: (key: string) => Promise<number>;

beforeEach(() => {
  now = 0;
  asked = [];
  const memory = createShortMemory<number>({ lifetime: 1000, most: 2, clock: () => new Date(now) });
  remember = (key) =>
    memory(key, async () => {
      asked.push(key);
      return asked.length;
    });
});

describe("a short memory", () => {
  it("asks once for all who want to know at the same time, and until the answer is too old", async () => {
    expect(await Promise.all([remember("a"), remember("a"), remember("b")])).toEqual([1, 1, 2]);
    now = 999;
    expect(await remember("a")).toBe(1);
    now = 1000;
    expect(await remember("a")).toBe(3);
  });

  it("asks again after the clock was set back", async () => {
    now = 5000;
    await remember("a");
    now = 0;
    expect(await remember("a")).toBe(2);
  });

  it("keeps no more answers than it may, the newest ones", async () => {
    for (const key of ["a", "b", "c", "b", "c", "a"]) await remember(key);
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });

  it("keeps no failure", async () => {
    const memory = createShortMemory<number>({ lifetime: 1000, most: 2, clock: () => new Date(now) });
    const failing = memory("a", async () => {
      throw new Error("The database is away.");
    });
    await expect(failing).rejects.toThrow("away");
    expect(await memory("a", async () => 7)).toBe(7);
  });
});
