import { drizzle } from "drizzle-orm/node-postgres";
import { escapeLiteral } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { insertGeneratedUsers } from "#testing/generate-users.ts";

import { findByWord, findContaining, findExact, findNewest, findSimilar } from "./queries.ts";

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await insertGeneratedUsers(database.pool, 50_000);
});

afterAll(async () => {
  await database.close();
});

type Search = Parameters<Parameters<typeof database.db.transaction>[0]>[0];

/** PostgreSQL may choose a generic plan for a prepared statement after five executions. */
const executions = 6;

/** The plan of a search's statement after repeated executions. */
async function planOf(search: (tx: Search) => Promise<unknown>): Promise<string> {
  const asked = new Map<string, unknown[]>();
  const logger = {
    logQuery: (query: string, params: unknown[]) => {
      if (/\bselect\b/.test(query)) asked.set(query, params);
    },
  };
  const client = await database.pool.connect();
  const db = drizzle({ client, logger });
  for (let turn = 0; turn < executions; turn += 1) await db.transaction(search);
  const [[query, params] = ["", []]] = asked;
  expect(asked.size).toBe(1);
  const prepared = await client.query<{ name: string }>(
    "select name from pg_prepared_statements where statement = $1",
    [query],
  );
  const [name] = prepared.rows.map((row) => row.name);
  const values = params.map((value) => literal(value)).join(", ");
  const plan = await client.query<{ "QUERY PLAN": string }>(
    name ? `explain execute ${name}(${values})` : { text: `explain ${query}`, values: params },
  );
  client.release();
  return plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
}

function literal(value: unknown): string {
  return Array.isArray(value) ? `array[${value.map(literal).join(", ")}]` : escapeLiteral(String(value));
}

const search = (key: string) => ({ key, among: "all" as const, limit: 20 });

// Which one is cheaper depends on the rows that ANALYZE happened to sample.
const matchesOrNewest = /people_name_trigram|people_suggested/;

it.each<[string, string | RegExp, (tx: Search) => Promise<unknown>]>([
  ["a name", "people_name_key", (tx) => findExact(tx, search("oliver philippa whiteland"))],
  ["the beginning of a word", matchesOrNewest, (tx) => findByWord(tx, search("pemberwick"))],
  ["the beginning of a word, by one letter", "people_suggested", (tx) => findByWord(tx, search("h"))],
  ["a part in the middle", matchesOrNewest, (tx) => findContaining(tx, search("emberwick"))],
  ["similar names", "people_pkey", (tx) => findSimilar(tx, search("alexnader"))],
  ["the newest people", "people_suggested", (tx) => findNewest(tx, 8, "all")],
])("%s is read from an index", async (_, index, act) => {
  const plan = await planOf(act);
  expect(plan).toMatch(index);
  expect(plan).not.toContain("Seq Scan");
});
