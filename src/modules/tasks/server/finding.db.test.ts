import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Actor, type Context, on } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { type MediaServer, startMediaServer } from "#testing/media-server.ts";
import { taskForm } from "#testing/task-form.ts";

import { taskDueSoon } from "../contract.ts";
import type { Move } from "../rules.ts";
import { advanceTask, noteOnTask } from "./actions.ts";
import { createTask, type TaskForm, updateTask } from "./editing.ts";
import { remindEditors } from "./jobs.ts";
import { listTasks } from "./listing.ts";

const start = new Date("2026-11-20T10:00:00Z");
const reminded: number[] = [];
let server: MediaServer;
let creator: Actor;
let editor: Actor;

beforeAll(async () => {
  server = await startMediaServer([
    on(taskDueSoon, async (_ctx, { taskId }) => {
      reminded.push(taskId);
    }),
  ]);
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
  for (const move of moves) await server.run(null, (ctx) => advanceTask(ctx, id, move));
  return id;
}

describe("finding one's tasks", () => {
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

  it("orders by deadline, over pages, with equal deadlines in the order of their making", async () => {
    const { harbour, bridge, market } = ids;
    expect(await found({ completed: false, sort: "deadline" })).toEqual([bridge, market, harbour]);
    expect(await found({ completed: false, sort: "newest" })).toEqual([market, bridge, harbour]);
  });

  it("shows one stage alone", async () => {
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
  ] as const)("finds %j in the texts and in the other person's name", async (search, names) => {
    expect(await found({ search })).toEqual(names.map((name) => ids[name]));
  });

  it("finds nothing of other people", async () => {
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
  ])("reads the %s list through its own index", async (_list, condition, index) => {
    const plan = await server.run(null, async (ctx) => {
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
      await ctx.tx.execute(sql`delete from tasks where task_title = 'a'`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain(index);
    expect(plan).not.toContain("Sort");
  });
});

it("finds what waits for an upload, over pages, however many others are due before", async () => {
  const dev = await server.person("dev", "EDITOR");
  const given = (day: number, ...moves: Move[]) =>
    create({ assignedTo: "dev", deadline: `2026-12-0${day}` }, ...moves);
  const note = (id: number, refusal: string | null) =>
    server.run(null, (ctx) => noteOnTask(ctx, id, { arrival: { version: 1, fileName: "cut.mp4", refusal } }));
  await given(1, "version_playable");
  await note(await given(2), null);
  const fresh = await given(5);
  const refused = await given(3);
  await note(refused, "This file isn't a video.");
  const changes = await given(4, "version_playable", "reject");

  const asked = { completed: false, waiting: true, sort: "deadline", limit: 2 } as const;
  const first = await as(dev, (ctx) => listTasks(ctx, asked));
  expect(first.items.map(({ id }) => id)).toEqual([refused, changes]);
  const cursor = first.nextCursor ?? "";
  const second = await as(dev, (ctx) => listTasks(ctx, { ...asked, cursor }));
  expect(second).toMatchObject({ items: [{ id: fresh }], nextCursor: null });
});

describe("the reminder a day before the deadline", () => {
  const deadline = new Date("2026-12-10T23:59:00Z");
  const at = async (moment: Date) => {
    reminded.length = 0;
    server.setNow(moment);
    await server.run(null, remindEditors);
    return [...reminded];
  };

  it("comes once while the task waits for its editor, and again for a new deadline", async () => {
    const due = { deadline: "2026-12-10" };
    const waiting = await create(due);
    const changes = await create(due, "version_playable", "reject");
    await create(due, "version_playable");
    await create(due, "cancel");
    expect(await at(after(deadline, -day - hour))).toEqual([]);
    expect((await at(after(deadline, -day))).toSorted()).toEqual([waiting, changes].toSorted());
    expect(await at(after(deadline, -hour))).toEqual([]);

    const later = { ...form, deadline: "2026-12-12" };
    await as(creator, (ctx) => updateTask(ctx, waiting, later));
    expect(await at(after(deadline, 2 * day - hour))).toEqual([waiting]);
  });

  it("stays away from a task that was given within the last day, and from one that is overdue", async () => {
    server.setNow(after(deadline, 10 * day));
    const soon = await create({ deadline: after(deadline, 10 * day + hour).toISOString() });
    expect(await at(after(deadline, 10 * day))).not.toContain(soon);
    expect(await at(after(deadline, 20 * day))).toEqual([]);
  });
});
