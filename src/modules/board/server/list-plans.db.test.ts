import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { startApp } from "#testing/start-app.ts";

import { listTasks } from "./task-list.ts";

it("a list is planned once per connection, not for each call", async () => {
  const server = await startApp();
  const creator = await server.person("konkan", "YOUTUBER");
  const editor = await server.person("anika", "EDITOR");
  const plans = await server.run(creator, async (ctx) => {
    await ctx.tx.execute(sql`
      insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title,
        description, made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      select ${creator.id}, ${editor.id}, 'published', 'a', 'b', now(), '', '', false, '{}', '{}', now(), now()
      from generate_series(1, 5000)`);
    await ctx.tx.execute(sql`analyze tasks`);
    // PostgreSQL chooses between custom plans and a generic one after five calls.
    for (let call = 0; call < 8; call += 1) await listTasks(ctx, { limit: 30, completed: true });
    const { rows } = await ctx.tx.execute<{ generic: string; custom: string }>(sql`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where name like 'board_tasks%'`);
    return rows;
  });
  await server.stop();
  expect(plans).toEqual([{ generic: "3", custom: "5" }]);
});
