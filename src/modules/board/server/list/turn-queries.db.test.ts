import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";

import { after, day } from "#core/time.ts";
import { suspendUser } from "#modules/operators/server/users/actions.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { rowsRead } from "#testing/rows-read.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

import { listTasks } from "./task-list.ts";

const stages = ["assigned", "in_review", "changes_requested", "approved", "publishing", "published"] as const;

let app: TestApp;
let people: Record<"creator" | "editor" | "reviewer" | "publisher" | "planner" | "sound" | "cutter", Person>;
let ids: Record<(typeof stages)[number], number>;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  people = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    reviewer: "YOUTUBER",
    publisher: "EDITOR",
    planner: "EDITOR",
    sound: "EDITOR",
    cutter: "EDITOR",
  });
  const { creator, editor, reviewer, publisher, planner } = people;
  await addManager(app, { creator, manager: reviewer }, ["review"]);
  await addManager(app, { creator, manager: publisher }, ["publish"]);
  await addManager(app, { creator, manager: planner }, ["create_tasks"]);
  const added: [Stage, number][] = [];
  for (const stage of stages) {
    const id = await addTaskInReview(app.db, { creator, editor }, { taskTitle: stage });
    await app.db.update(tasks).set({ stage }).where(eq(tasks.id, id));
    added.push([stage, id]);
  }
  ids = Object.fromEntries(added) as typeof ids;
  for (const taskId of Object.values(ids)) {
    await addContributor(app.db, { taskId, person: people.sound });
    await addContributor(app.db, { taskId, person: people.cutter }, ["upload"]);
  }
});

const actor = ({ user }: Person) => ({ id: user.id, role: "YOUTUBER", sessionId: "" }) as const;

/** The titles of the tasks that wait for a user. */
async function waitingTitles(person: Person) {
  const { items } = await app.run(actor(person), (ctx) => listTasks(ctx, { waiting: true, limit: 30 }));
  expect(items.every(({ waiting }) => waiting)).toBe(true);
  return items.map(({ taskTitle }) => taskTitle).toReversed();
}

async function waitingTitlesOfAll() {
  const titles: Record<string, string[]> = {};
  for (const [name, person] of Object.entries(people)) titles[name] = await waitingTitles(person);
  return titles;
}

it("a task waits for those whose abilities its stage needs", async () => {
  const { outsider } = await joinAll(app, { outsider: "EDITOR" });
  expect(await waitingTitlesOfAll()).toEqual({
    creator: ["in_review", "approved"],
    editor: ["assigned", "changes_requested"],
    reviewer: ["in_review"],
    publisher: ["approved"],
    planner: [],
    sound: [],
    cutter: ["assigned", "changes_requested"],
  });
  expect(await waitingTitles(outsider)).toEqual([]);
});

it("a task whose editor declined it or is suspended waits for another editor", async () => {
  const { creator, editor, planner, cutter } = people;
  await app.db.update(tasks).set({ declinedAt: new Date() }).where(eq(tasks.id, ids.assigned));
  expect(await waitingTitles(creator)).toEqual(["assigned", "in_review", "approved"]);
  expect(await waitingTitles(planner)).toEqual(["assigned"]);
  for (const person of [editor, cutter]) expect(await waitingTitles(person)).toEqual(["changes_requested"]);
  await app.run(null, (ctx) => suspendUser(ctx, editor.user.id));
  expect(await waitingTitles(planner)).toEqual(["assigned", "changes_requested"]);
});

it("a task without an editor waits for its creator unless an invitation is pending", async () => {
  const { creator } = people;
  await app.db.update(tasks).set({ editorId: null }).where(eq(tasks.id, ids.assigned));
  expect(await waitingTitles(creator)).toEqual(["assigned", "in_review", "approved"]);
  const fields = {
    taskTitle: "invited",
    workDescription: "Cut.",
    deadline: "2031-01-31",
    assignedTo: "",
    inviteEditor: JSON.stringify({ name: "Nila" }),
  };
  const { data } = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  expect(data.waitingFor?.state).toBe("pending");
  expect(await waitingTitles(creator)).not.toContain("invited");
  app.setNow(after(new Date(), 365 * day));
  onTestFinished(() => app.setNow(null));
  expect(await waitingTitles(creator)).toContain("invited");
});

it("a version that is being prepared leaves nothing to upload", async () => {
  const video = { state: "preparing" } as const;
  const ofTask = eq(versions.taskId, ids.changes_requested);
  await app.db.update(versions).set(video).where(ofTask);
  expect(await waitingTitles(people.editor)).toEqual(["assigned"]);
});

it("where managers have to approve, a version waits for those who have not", async () => {
  const { creator, reviewer } = people;
  const { second } = await joinAll(app, { second: "EDITOR" });
  await addManager(app, { creator, manager: second }, ["review"]);
  for (const { user } of [reviewer, second]) {
    const member = { params: { personId: user.id }, body: { approvalRequired: true } };
    await creator.call(teamEndpoints.changeMember, member);
  }
  expect(await waitingTitles(creator)).toEqual(["approved"]);
  expect(await waitingTitles(second)).toEqual(["in_review"]);
  await reviewer.call(reviewEndpoints.approve, { params: { id: ids.in_review }, body: { version: 1 } });
  expect(await waitingTitles(reviewer)).toEqual([]);
  expect(await waitingTitles(second)).toEqual(["in_review"]);
});

it("the waiting tasks come first, newest first in both parts, over pages", async () => {
  const titles: [string, boolean][] = [];
  let cursor: string | undefined;
  do {
    const query = { sort: "waiting", completed: false, limit: 1, cursor } as const;
    const page = await app.run(actor(people.creator), (ctx) => listTasks(ctx, query));
    titles.push(...page.items.map(({ taskTitle, waiting }): [string, boolean] => [taskTitle, waiting]));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(titles).toEqual([
    ["approved", true],
    ["in_review", true],
    ["publishing", false],
    ["changes_requested", false],
    ["assigned", false],
  ]);
});

it("reads the editors of the listed tasks only", async () => {
  const { creator, editor } = people;
  await app.db.execute(sql`
    insert into people (email, name, name_key, role, created_at)
    select 'p' || n || '@example.com', 'p' || n, 'p' || n, 'EDITOR', now() from generate_series(1, 20000) n`);
  await app.db.execute(sql`
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
    select ${creator.user.id}, ${editor.user.id}, 'assigned', 'a', 'b', now(), '', '', false, '{}', '{}', now(), now()
    from generate_series(1, 2000)`);
  await app.db.execute(sql`vacuum (analyze) people, tasks`);
  const read = await app.run(actor(creator), (ctx) =>
    rowsRead(ctx.tx, "people", () => listTasks(ctx, { completed: false, sort: "waiting", limit: 30 })),
  );
  expect(read).toBeLessThan(5000);
});

it("reads the tasks of a manager's channels, not those of all creators", async () => {
  const { reviewer, editor } = people;
  const addCreators = (prefix: string) =>
    app.db.execute(sql`
      insert into people (email, name, name_key, role, created_at)
      select name || '@example.com', name, name, 'YOUTUBER', now()
      from (select ${prefix} || n as name from generate_series(1, 500) n) names`);
  await addCreators("other");
  await addCreators("managed");
  await app.db.execute(sql`
    insert into team_members (creator_id, person_id, kind, rights, created_at)
    select id, ${reviewer.user.id}, 'manager', '{review}', now() from people where name like 'managed%'`);
  await app.db.execute(sql`
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
    select id, ${editor.user.id}, 'in_review', 'a', 'b', now(), '', '', false, '{}', '{}', now(), now()
    from people cross join generate_series(1, 20) where name like 'other%'`);
  // By these statistics, a join with all open tasks would be expected to cost less than a look at each channel.
  await app.db.execute(sql`vacuum (analyze) people, tasks, team_members`);
  for (const query of [{ sort: "waiting" }, { sort: "newest", waiting: true }] as const) {
    const read = await app.run(actor(reviewer), (ctx) =>
      rowsRead(ctx.tx, "tasks", () => listTasks(ctx, { ...query, completed: false, limit: 30 })),
    );
    expect(read).toBeLessThan(1000);
  }
});
