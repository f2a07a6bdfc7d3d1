import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";

import { fillCrowd } from "#testing/crowd.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";

import { findNamedByWord, findWordsByKeys } from "./store/name-words.ts";
import { findByStart, findNewest, findWithin } from "./store/search.ts";

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await fillCrowd(database.pool, 50_000);
}, 300_000);

afterAll(async () => {
  await database.drop();
});

type Search = Parameters<Parameters<typeof database.db.transaction>[0]>[0];

/** The plans of what a search asks, on its real statements. */
async function plansOf(search: (tx: Search) => Promise<unknown>): Promise<string> {
  const asked: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) };
  await drizzle({ client: database.pool, logger }).transaction(search);
  const selects = asked.filter(({ query }) => /\bselect\b/.test(query));
  expect(selects).toHaveLength(1);
  const plans = await Promise.all(
    selects.map(({ query, params }) =>
      database.pool.query<{ "QUERY PLAN": string }>(`explain ${query}`, params),
    ),
  );
  return plans.flatMap(({ rows }) => rows.map((row) => row["QUERY PLAN"])).join("\n");
}

it.each<[string, string[], (tx: Search) => Promise<unknown>]>([
  [
    "the beginning of a word",
    ["people_name_first", "people_name_second", "people_name_third"],
    (tx) => findByStart(tx, "hart", 20),
  ],
  [
    "the beginning of a word, by one letter",
    ["people_name_first", "people_name_second", "people_name_third"],
    (tx) => findByStart(tx, "h", 20),
  ],
  ["words for a typo", ["name_words_"], (tx) => findWordsByKeys(tx, ["hartfrd", "hartfor"], 200)],
  [
    "whether anybody has a word",
    ["people_name_first", "people_name_second", "people_name_third"],
    (tx) => findNamedByWord(tx, "hartford"),
  ],
  ["a part in the middle", ["people_name_trigram"], (tx) => findWithin(tx, "gebor", 20)],
  ["the newest people", ["people_pkey"], (tx) => findNewest(tx, 8)],
])("%s is read from an index, without sorting", async (_, indexes, search) => {
  const plan = await plansOf(search);
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|Sort /);
});
