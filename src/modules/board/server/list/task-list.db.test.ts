import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Actor, Context } from "#core/server/context.ts";
import { videos } from "#modules/media/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import type { Move } from "#modules/tasks/rules/stages.ts";
import { advanceTask } from "#modules/tasks/server/public/tasks.ts";
import { openOnly, taskContributors, tasksOfSide } from "#modules/tasks/server/tables.ts";
import { createTask, type TaskForm } from "#modules/tasks/server/tasks/task-form.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { listBoardTasks } from "./queries.ts";
import { countTasks, listTasks } from "./task-list.ts";

const start = new Date("2026-11-20T10:00:00Z");
let server: TestApp;
let creator: Actor;
let editor: Actor;

beforeAll(async () => {
  server = await startApp();
  server.setNow(start);
  creator = await server.person("konkan", "YOUTUBER");
  editor = await server.person("anika", "EDITOR");
  await server.person("dev_50%", "EDITOR");
});
afterAll(() => server.stop());

const form = taskForm({ assignedTo: "anika", deadline: "2026-12-24" });

const as = <T>(actor: Actor, act: (ctx: Context) => Promise<T>) => server.run(actor, act);

async function create(more: Partial<TaskForm>, ...moves: Move[]): Promise<number> {
  const { id } = await as(creator, (ctx) => createTask(ctx, { ...form, ...more }));
  await move(id, ...moves);
  return id;
}

async function move(id: number, ...moves: Move[]): Promise<void> {
  for (const one of moves) await server.run(null, (ctx) => advanceTask(ctx, id, one));
}

describe("listing tasks", () => {
  let ids: { harbour: number; bridge: number; market: number };

  beforeAll(async () => {
    const harbour = await create({ taskTitle: "Harbour at dawn", deadline: "2026-12-03" });
    const bridge = await create(
      { taskTitle: "Bridge", title: "Crossing 100% dry", deadline: "2026-12-01" },
      "version_playable",
    );
    const market = await create({ taskTitle: "Night market", deadline: "2026-12-01", assignedTo: "dev_50%" });
    ids = { harbour, bridge, market };
  });

  type Asked = Omit<Parameters<typeof listTasks>[1], "limit" | "cursor">;

  /** All pages of two tasks each. */
  async function found(asked: Asked, actor = creator): Promise<number[]> {
    const list: number[] = [];
    let cursor: string | undefined;
    do {
      const from = cursor;
      const page = await as(actor, (ctx) => listTasks(ctx, { ...asked, limit: 2, cursor: from }));
      list.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return list;
  }

  it("orders by deadline and then by age, over pages", async () => {
    const { harbour, bridge, market } = ids;
    expect(await found({ completed: false, sort: "deadline" })).toEqual([bridge, market, harbour]);
    expect(await found({ completed: false, sort: "newest" })).toEqual([market, bridge, harbour]);
  });

  it("shows one task, open or completed, and only to its users", async () => {
    expect(await found({ task: ids.harbour })).toEqual([ids.harbour]);
    expect(await found({ task: ids.market }, editor)).toEqual([]);
  });

  it("filters by stage", async () => {
    expect(await found({ stage: "in_review" })).toEqual([ids.bridge]);
    expect(await found({ stage: "assigned", sort: "deadline" })).toEqual([ids.market, ids.harbour]);
  });

  it.each([
    ["HARBOUR", ["harbour"]],
    ["bridge shot", ["market", "bridge", "harbour"]],
    ["100%", ["bridge"]],
    ["dev_50%", ["market"]],
    ["%", ["market", "bridge"]],
    ["konkan", []],
  ] as const)("finds %j in the texts and in the other user's name", async (search, names) => {
    expect(await found({ search })).toEqual(names.map((name) => ids[name]));
  });

  it("finds only the user's tasks", async () => {
    expect(await found({ search: "market" }, editor)).toEqual([]);
    expect(await found({ search: "konkan" }, editor)).toEqual([ids.bridge, ids.harbour]);
  });

  it("refuses a cursor of another order", async () => {
    const asked = { limit: 2, sort: "deadline", cursor: "12" } as const;
    await expect(as(creator, (ctx) => listTasks(ctx, asked))).rejects.toMatchObject({ status: 422 });
  });

  it.each([
    ["deadline", "not in ('published', 'cancelled') order by deadline, id", "tasks_due_of_creator"],
    ["completed", "in ('published') order by id desc", "tasks_completed_of_creator"],
  ])("reads the %s list from its partial index", async (_list, condition, index) => {
    let plan = "";
    const explained = server.run(null, async (ctx) => {
      await ctx.tx.execute(sql`
        insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title,
          description, made_for_kids, tags, attachment_file_ids, created_at, updated_at)
        select ${creator.id}, ${editor.id}, case when n % 50 = 0 then 'assigned' when n % 50 = 1 then 'published'
          else 'cancelled' end, 'a', 'b', now() + n * interval '1 s', '', '', false, '{}', '{}', now(), now()
        from generate_series(1, 20000) n`);
      await ctx.tx.execute(sql`analyze tasks`);
      const { rows } = await ctx.tx.execute<{ "QUERY PLAN": string }>(
        sql`explain select * from tasks where creator_id = ${creator.id} and stage ${sql.raw(condition)} limit 31`,
      );
      plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      throw new Error("The tasks are not kept.");
    });
    await expect(explained).rejects.toThrow("The tasks are not kept.");
    expect(plan).toContain(index);
    expect(plan).not.toContain("Sort");
  });
});

it("lists the tasks that wait for an upload, over pages", async () => {
  const dev = await server.person("dev", "EDITOR");
  const given = (day: number, ...moves: Move[]) =>
    create({ assignedTo: "dev", deadline: `2026-12-0${day}` }, ...moves);
  await given(1, "version_playable");
  await addVersion(await given(2), dev, "preparing");
  const helper = await server.person("helper", "EDITOR");
  const helped = await given(2);
  await server.run(null, (ctx) =>
    ctx.tx.insert(taskContributors).values({
      taskId: helped,
      personId: helper.id,
      label: "Sound",
      rights: ["upload"],
      createdAt: start,
    }),
  );
  await addVersion(helped, helper, "preparing");
  const ofFormerEditor = await given(6);
  await addVersion(ofFormerEditor, editor, "preparing");
  const fresh = await given(5);
  const refused = await given(3);
  await addVersion(refused, dev, "refused");
  const changes = await given(4, "version_playable", "reject");

  const asked = { completed: false, waiting: true, sort: "deadline", limit: 2 } as const;
  const first = await as(dev, (ctx) => listTasks(ctx, asked));
  expect(first.items.map(({ id }) => id)).toEqual([refused, changes]);
  const cursor = first.nextCursor ?? "";
  const second = await as(dev, (ctx) => listTasks(ctx, { ...asked, cursor }));
  expect(second).toMatchObject({ items: [{ id: fresh }, { id: ofFormerEditor }], nextCursor: null });
});

it("reads texts of one page only from the database, and all tasks by pages", async () => {
  const writer = await server.person("writer", "YOUTUBER");
  const long = { ...form, workDescription: "x".repeat(10_000) };
  const ids: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    const { id } = await as(writer, (ctx) => createTask(ctx, long));
    ids.unshift(id);
  }
  const all = {
    stage: null,
    waiting: false,
    search: null,
    taskId: null,
    creatorId: null,
    last: null,
    now: start,
  } as const;
  const rows = await server.run(null, (ctx) =>
    listBoardTasks(ctx.tx, { ...all, personId: writer.id, status: "all", order: "newest", limit: 61 }),
  );
  expect(rows.length).toBeLessThan(30);
  const listed: number[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor;
    const page = await as(writer, (ctx) => listTasks(ctx, { limit: 60, cursor: from }));
    listed.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listed).toEqual(ids);
});

/** Inserts the first version of a task. */
async function addVersion(taskId: number, by: Actor, state: "preparing" | "refused"): Promise<void> {
  const videoId = randomUUID();
  const createdAt = new Date();
  await server.run(null, async (ctx) => {
    await ctx.tx.insert(videos).values({
      id: videoId,
      personId: by.id,
      fileName: "cut.mp4",
      type: "video/mp4",
      bytes: 1,
      state,
      createdAt,
    });
    await ctx.tx.insert(versions).values({ taskId, number: 1, videoId, editorId: by.id, state, createdAt });
  });
}

describe("a page of tasks", () => {
  it("has the newest tasks of its creator or editor", async () => {
    const [maker, cutter] = [
      await server.person("list-maker", "YOUTUBER"),
      await server.person("list-cutter", "EDITOR"),
    ];
    const ids: number[] = [];
    for (let number = 0; number < 5; number += 1) {
      const row = await as(maker, (ctx) => createTask(ctx, { ...form, assignedTo: "list-cutter" }));
      ids.unshift(row.id);
    }
    const first = await as(cutter, (ctx) => listTasks(ctx, { limit: 3 }));
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const cursor = first.nextCursor ?? undefined;
    const second = await as(maker, (ctx) => listTasks(ctx, { limit: 3, cursor }));
    expect(second.items.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(second.nextCursor).toBeNull();
    expect((await as(creator, (ctx) => listTasks(ctx, { limit: 100 }))).items).not.toContainEqual(
      expect.objectContaining({ id: ids[0] }),
    );
  });

  it("has open or completed tasks, which are counted separately from cancelled ones", async () => {
    const maker = await server.person("list-owner", "YOUTUBER");
    await server.person("list-editor", "EDITOR");
    const make = () => as(maker, (ctx) => createTask(ctx, { ...form, assignedTo: "list-editor" }));
    const [open, done, cancelled] = [await make(), await make(), await make()];
    await move(done.id, "version_playable", "approve", "start_publishing", "publish");
    await move(cancelled.id, "cancel");
    const list = async (completed?: boolean) =>
      (await as(maker, (ctx) => listTasks(ctx, { limit: 30, completed }))).items.map(({ id }) => id);
    expect(await list(false)).toEqual([open.id]);
    expect(await list(true)).toEqual([done.id]);
    expect(await list()).toEqual([cancelled.id, done.id, open.id]);
    expect(await as(maker, countTasks)).toEqual({ assigned: 1, completed: 1 });
  });

  it("is empty for users without a role", async () => {
    const undecided = await server.person("undecided", "NORMAL");
    expect(await as(undecided, (ctx) => listTasks(ctx, { limit: 30 }))).toEqual({
      items: [],
      nextCursor: null,
    });
    expect(await as(undecided, countTasks)).toEqual({ assigned: 0, completed: 0 });
  });

  it.each(["x", "-1", "1;drop"])("refuses %j as a cursor", async (cursor) => {
    await expect(as(creator, (ctx) => listTasks(ctx, { limit: 3, cursor }))).rejects.toMatchObject({
      status: 422,
    });
  });

  it.each(["creator", "editor"] as const)(
    "reads the open tasks of a user as %s from their partial index",
    async (side) => {
      const plan = await server.run(creator, async (ctx) => {
        await ctx.tx.execute(sql`
        insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title,
          description, made_for_kids, tags, attachment_file_ids, created_at, updated_at)
        select ${creator.id}, ${editor.id}, 'published', 'a', 'b', now(), '', '', false, '{}', '{}', now(), now()
        from generate_series(1, 20000)`);
        await ctx.tx.execute(sql`analyze tasks`);
        const { rows } = await ctx.tx.execute<{ "QUERY PLAN": string }>(sql`
        explain select * from tasks where ${tasksOfSide[side]({ creator, editor }[side].id)} and ${openOnly}
        order by id desc limit 31`);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
      expect(plan).toContain(`Index Scan Backward using tasks_open_of_${side}`);
      expect(plan).not.toMatch(/Sort|Filter/);
    },
  );
});
