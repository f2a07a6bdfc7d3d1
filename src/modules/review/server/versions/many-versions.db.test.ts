import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTask } from "#modules/tasks/server/tasks/task-form.ts";
import { rowsRead } from "#testing/rows-read.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { listTaskVersions, videoPreview } from "./preview.ts";

const count = 2000;
let app: TestApp;
let creator: TestActor;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
  creator = await app.person("konkan", "YOUTUBER");
  const editor = await app.person("anika", "EDITOR");
  const task = await app.run(creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "anika" })));
  taskId = task.id;
  await app.db.execute(sql`
    with added as (
      insert into videos (id, person_id, task_id, file_name, type, bytes, state, created_at)
      select gen_random_uuid(), ${editor.id}, ${taskId}, 'cut.mp4', 'video/mp4', n, 'deleted', now()
      from generate_series(1, ${count}) n returning id, bytes
    )
    insert into versions (task_id, number, video_id, editor_id, state, created_at)
    select ${taskId}, bytes, id, ${editor.id}, 'rejected', now() from added`);
  await app.db.execute(sql`analyze versions`);
});
afterAll(async () => app?.stop());

it("the list of versions has the newest 100 and reads no others", async () => {
  const { listed, read } = await app.run(creator, async (ctx) => {
    let numbers: number[] = [];
    const rows = await rowsRead(ctx.tx, "versions", async () => {
      numbers = (await listTaskVersions(ctx, taskId)).map(({ number }) => number);
    });
    return { listed: numbers, read: rows };
  });
  expect(listed).toEqual(Array.from({ length: 100 }, (_, at) => count - at));
  expect(read).toBeLessThan(300);
});

it("the preview opens older versions by their number", async () => {
  const preview = await app.run(creator, (ctx) => videoPreview(ctx, taskId, 3));
  expect(preview).toMatchObject({ version: { number: 3 }, current: { number: count }, next: null });
  await expect(app.run(creator, (ctx) => videoPreview(ctx, taskId, count + 1))).rejects.toMatchObject({
    code: "unknown_version",
  });
});
