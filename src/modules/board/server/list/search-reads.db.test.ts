import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { findTasksByTitle } from "#modules/tasks/server/search/search.ts";
import { rowsRead } from "#testing/rows-read.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { addManager } from "#testing/team.ts";

import { listTasks } from "./task-list.ts";

const count = 10_000;
let app: TestApp;
let creator: TestActor;
let editor: TestActor;

beforeAll(async () => {
  app = await startApp();
  creator = await app.person("konkan", "YOUTUBER");
  editor = await app.person("anika", "EDITOR");
  await app.db.execute(sql`
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title,
      description, made_for_kids, tags, attachment_file_ids, created_at, updated_at)
    select ${creator.id}, ${editor.id}, 'published', 'Episode ' || n || '.', 'Begin with ' || md5(n::text), now(), '', '', false,
      '{}', '{}', now(), now()
    from generate_series(1, ${count}) n`);
  await app.db.execute(sql`vacuum (analyze) tasks`);
});
afterAll(async () => app?.stop());

it.each([
  ["many tasks have", "begin", 30],
  ["one task has", "ode 77.", 1],
  ["no task has", "zebra", 0],
  ["is the name of the other user", "anika", 30],
])("a search for a text that %s reads few of a user's tasks", async (_, search, expected) => {
  const { found, read } = await app.run(creator, async (ctx) => {
    let items = 0;
    const reads = await rowsRead(ctx.tx, "tasks", async () => {
      items = (await listTasks(ctx, { search, limit: 30 })).items.length;
    });
    return { found: items, read: reads };
  });
  expect(found).toBe(expected);
  expect(read).toBeLessThan(count / 5);
});

it.each(["Episode", "ode 77.", "zebra"])("a search for %j in titles reads few tasks", async (text) => {
  for (const actor of [creator, editor]) {
    const read = await app.run(actor, (ctx) => rowsRead(ctx.tx, "tasks", () => findTasksByTitle(ctx, text)));
    expect(read).toBeLessThan(count / 5);
  }
});

it("a manager's search reads the newest tasks of each of many channels", async () => {
  const manager = await app.person("ravi", "EDITOR");
  for (let n = 0; n < 20; n += 1) {
    const channel = await app.person(`channel-${n}`, "YOUTUBER");
    await addManager(app, { creator: { user: channel }, manager: { user: manager } });
    await app.db.execute(sql`
      insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title,
        description, made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      select ${channel.id}, ${editor.id}, 'published', 'Cut ' || n || '.', md5(n::text), now(), '', '', false, '{}', '{}', now(), now()
      from generate_series(1, 500) n`);
  }
  await app.db.execute(sql`vacuum (analyze) tasks`);
  const read = await app.run(manager, (ctx) =>
    rowsRead(ctx.tx, "tasks", () => listTasks(ctx, { search: "zebra", limit: 30 })),
  );
  expect(read).toBeLessThan(3000);
});
