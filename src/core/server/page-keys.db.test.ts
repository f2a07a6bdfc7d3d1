import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { cutPage, pageBytes, pageKeys } from "./page-keys.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => database?.close());

/** A page of rows with the keys 1, 2, 3, ... and these sizes. */
async function page(sizes: readonly number[], options: { limit?: number; direction?: "asc" | "desc" } = {}) {
  const { limit = 10, direction = "asc" } = options;
  const keys = pageKeys({
    from: sql`unnest(${sql.param(sizes)}::int[]) with ordinality as listed (size, at)`,
    where: undefined,
    key: sql`at`,
    bytes: sql<number>`size`,
    direction,
    limit,
  });
  const { rows } = await database.db.execute<{ key: string; more: boolean }>(sql`select * from ${keys} page`);
  return rows.map(({ key, more }) => [Number(key), more]);
}
const half = pageBytes / 2;

it("ends at the number of rows", async () => {
  expect(await page([1, 1, 1], { limit: 2 })).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(await page([1, 1], { limit: 2 })).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(await page([])).toEqual([]);
});

it("ends before the row that does not fit any more, even if smaller ones follow", async () => {
  expect(await page([half, half, 1])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(await page([half, half + 1, 1])).toEqual([[1, true]]);
});

it("has a row, however large", async () => {
  expect(await page([pageBytes * 2, 1])).toEqual([[1, true]]);
  expect(await page([pageBytes * 2])).toEqual([[1, false]]);
});

it("starts at the end of a list that is read backwards", async () => {
  expect(await page([half, half, half], { direction: "desc" })).toEqual([
    [3, true],
    [2, true],
  ]);
});

it("ends in the same places in rows that are loaded already", () => {
  const cut = (sizes: number[], limit = 10) => cutPage(sizes, { limit, bytesOf: (size) => size });
  expect(cut([1, 1, 1], 2)).toEqual({ rows: [1, 1], more: true });
  expect(cut([1, 1], 2)).toEqual({ rows: [1, 1], more: false });
  expect(cut([half, half, 1])).toEqual({ rows: [half, half], more: true });
  expect(cut([pageBytes * 2, 1])).toEqual({ rows: [pageBytes * 2], more: true });
  expect(cut([])).toEqual({ rows: [], more: false });
});
