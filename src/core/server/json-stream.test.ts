import { text } from "node:stream/consumers";

import { expect, it } from "vitest";

import { jsonParts } from "./json-stream.ts";

async function* numbers(count: number) {
  for (let number = 1; number <= count; number += 1) yield { number };
}

it("writes what JSON.stringify writes", async () => {
  const value = {
    text: 'a "quoted"\nline',
    nothing: null,
    missing: undefined,
    at: new Date(0),
    empty: {},
    none: [],
    list: [1, undefined, { deep: [true] }],
  };
  expect(await text(jsonParts(value))).toBe(JSON.stringify(value));
});

it("writes the elements of async iterables as arrays, also inside of objects", async () => {
  const written = await text(jsonParts({ rows: numbers(3), none: numbers(0) }));
  expect(JSON.parse(written)).toEqual({ rows: [{ number: 1 }, { number: 2 }, { number: 3 }], none: [] });
});

it("reads elements only when their part is due", async () => {
  let read = 0;
  async function* rows() {
    for (;;) {
      read += 1;
      yield "x".repeat(1000);
    }
  }
  const parts = jsonParts(rows());
  await parts.next();
  expect(read).toBeLessThan(100);
  await parts.return(undefined);
});

it("fails with the error of a list", async () => {
  async function* failing() {
    yield 1;
    throw new Error("The database is unavailable.");
  }
  await expect(text(jsonParts({ list: failing() }))).rejects.toThrow("unavailable");
});
