import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";

import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { fillFigures } from "#testing/fill-figures.ts";
import { rowsRead } from "#testing/rows-read.ts";

import { selectVideos } from "../channel/queries.ts";
import { publicationsOfTask } from "../results/access-queries.ts";
import { listDays, figuresOfOthers, growthOfOthers } from "../results/queries.ts";
import type { VideoDayRow } from "../tables.ts";
import { selectTasks } from "../team/queries.ts";
import { dueVideos } from "./queries.ts";

let database: FreshDatabase;
const creatorId = 1;
let compared: { deliveryId: string; destinationId: string; taskId: number; publishedAt: Date };

beforeAll(async () => {
  database = await freshDatabase();
  const { pool } = database;
  await pool.query(
    `insert into people (id, email, name, name_key, role, created_at) overriding system value
    values (1, 'konkan@example.com', 'konkan', 'konkan', 'YOUTUBER', now()),
      (2, 'anika@example.com', 'anika', 'anika', 'EDITOR', now())`,
  );
  await pool.query(
    `with file as (
      insert into videos (id, file_name, type, bytes, state, created_at)
      values (gen_random_uuid(), 'cut.mp4', 'video/mp4', 10, 'deleted', now()) returning id
    ), made as (
      insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
        made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      select 1, 2, 'published', 'Reel', 'Cut', now(), 'Reel', '', false, '{}', '{}', now(), now()
      from generate_series(1, 1010) returning id
    )
    insert into deliveries (task_id, kind, person_id, video_id, bytes, step, visibility, platform_video_id, consent,
      started_at, finished_at)
    select made.id, 'youtube', 1, file.id, 10, 'done', 'public', made.id::text, '{}', now(), now() from made, file`,
  );
  await fillFigures(pool, { creatorId, days: 200 });
  const { rows } = await pool.query<typeof compared>(
    `select delivery_id as "deliveryId", destination_id as "destinationId", task_id::int as "taskId", published_at as "publishedAt"
    from analysed_videos limit 1`,
  );
  const [first] = rows;
  if (!first) throw new Error("There are no videos.");
  compared = first;
});
afterAll(async () => {
  await database.close();
});

type Tx = Parameters<Parameters<typeof database.db.transaction>[0]>[0];

/** The plan of the statement that a query sends. */
async function planOf(query: (tx: Tx) => Promise<unknown>): Promise<string> {
  const asked: { text: string; params: unknown[] }[] = [];
  const logger = {
    logQuery: (text: string, params: unknown[]) => {
      if (/\bselect\b/.test(text)) asked.push({ text, params });
    },
  };
  const client = await database.pool.connect();
  await drizzle({ client, logger }).transaction(query);
  const [only] = asked;
  const { rows } = await client.query<{ "QUERY PLAN": string }>({
    text: `explain ${only?.text}`,
    values: only?.params ?? [],
  });
  client.release();
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const ages = [0, 1, 2, 3, 5, 7, 14, 30, 60, 90, 180];

it.each<[string, string[], (tx: Tx) => Promise<unknown>]>([
  ["days of a video", ["video_days_delivery_id_age_pk"], (tx) => listDays(tx, compared.deliveryId)],
  [
    "growth of the other videos",
    ["video_days_delivery_id_age_pk"],
    (tx) => growthOfOthers(tx, compared, ages),
  ],
  [
    "figures of the other videos at an age",
    ["video_days_delivery_id_age_pk"],
    (tx) => figuresOfOthers(tx, compared, { age: 180, viewsUntil: 1 } as VideoDayRow),
  ],
  ["publications of a task", ["deliveries_of_task"], (tx) => publicationsOfTask(tx, compared.taskId)],
  [
    "videos that are due",
    ["analysed_videos_"],
    (tx) => dueVideos(tx, { destinationId: compared.destinationId, now: new Date(), limit: 50 }),
  ],
])("%s are read without the days of other videos", async (_, indexes, query) => {
  const plan = await planOf(query);
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (?:video_days|deliveries|tasks)/);
});

it("the lists of a channel, comparisons and figures of a team read a limited number of rows", async () => {
  await database.db.transaction(async (tx) => {
    const list = { personId: creatorId, sort: "views", direction: "descending", limit: 31 } as const;
    expect(await rowsRead(tx, "deliveries", () => selectVideos(tx, list))).toBeLessThan(100);
    const day = { age: 180, viewsUntil: 1 } as VideoDayRow;
    expect(await rowsRead(tx, "video_days", () => figuresOfOthers(tx, compared, day))).toBeLessThan(200);
    expect(await rowsRead(tx, "video_days", () => growthOfOthers(tx, compared, [180]))).toBeLessThan(200);
    const selection = { side: "creator", personId: creatorId, since: null } as const;
    const tasks = await selectTasks(tx, selection, new Date());
    expect(tasks.map(({ taskId }) => taskId).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 1000 }, (_, at) => at + 11),
    );
  });
});

it("the list of a channel reads no days", async () => {
  const plan = await planOf((tx) =>
    selectVideos(tx, { personId: creatorId, sort: "views", direction: "descending", limit: 31 }),
  );
  expect(plan).not.toContain("video_days");
});
