import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { getConstructionPlans } from "pg-boss";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { createJobs } from "./pg-boss.ts";

/**
 * The statements in this folder read and write tables of pg-boss. Before another version is installed, compare them with
 * its `fetch`, `complete`, `fail` and `touch`, then state here what has changed.
 */
const testedVersion = "12.35.0";
const testedSchema = 43;
const usedColumns = {
  job: {
    id: "uuid",
    name: "text",
    data: "jsonb",
    state: "job_state",
    priority: "int4",
    retry_limit: "int4",
    retry_count: "int4",
    start_after: "timestamptz",
    created_on: "timestamptz",
    started_on: "timestamptz",
    expire_seconds: "int4",
    heartbeat_on: "timestamptz",
    heartbeat_seconds: "int4",
    group_id: "text",
    group_tier: "text",
    blocked: "bool",
  },
  queue: { name: "text", retry_limit: "int4" },
};

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const jobs = await createJobs({ pool: database.pool, log: pino({ level: "silent" }) });
  await jobs.stop();
});
afterAll(() => database.close());

it("is that of the pinned version of pg-boss", async () => {
  const path = join(import.meta.dirname, "../../../package.json");
  const { dependencies } = JSON.parse(await readFile(path, "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies["pg-boss"]).toBe(testedVersion);
  const version = /version\(version\) VALUES \('(\d+)'\)/.exec(getConstructionPlans("pgboss"))?.[1];
  expect(Number(version)).toBe(testedSchema);
});

it.each(Object.entries(usedColumns))(
  "has the columns of pgboss.%s that own statements use",
  async (table, columns) => {
    const { rows } = await database.pool.query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'pgboss' and table_name = $1 and column_name = any ($2)`,
      [table, Object.keys(columns)],
    );
    expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual(columns);
  },
);

it("has the states that own statements name, in the order in which a job passes them", async () => {
  const { rows } = await database.pool.query<{ states: string[] }>(
    "select enum_range(null::pgboss.job_state)::text[] as states",
  );
  expect(rows[0]?.states).toEqual(["created", "retry", "active", "completed", "cancelled", "failed"]);
});
