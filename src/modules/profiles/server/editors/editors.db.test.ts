import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { Role } from "#core/permission.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { videos } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { addMember } from "#modules/team/server/public/team.ts";
import { teamMembers } from "#modules/team/server/tables.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { ratings } from "../tables.ts";
import { listOpenTasks, listTeamEditors } from "./list.ts";

const now = new Date("2031-05-20T10:00:00Z");
let database: FreshDatabase;
let run: Run;
let creator: Actor;
let editor: Actor;
let named = 0;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, { clock: () => now });
});
afterAll(async () => database.close());
beforeEach(async () => {
  creator = await person("YOUTUBER");
  editor = await person("EDITOR");
});

async function person(role: Role): Promise<Actor> {
  named += 1;
  const name = `${role.toLowerCase()}${named}`;
  const values = { email: `${name}@example.com`, name, nameKey: name, role, createdAt: now };
  const [row] = await database.db
    .insert(people)
    .values({ ...values, lastActiveAt: after(now, -hour) })
    .returning({ id: people.id });
  return { id: row?.id ?? 0, role, sessionId: "0198a000-0000-7000-8000-000000000000" };
}

interface SampleTask {
  stage?: Stage;
  /** When the task was due, and its versions arrived, in days from now; null for an upload that is not complete. */
  due: number;
  arrivals?: readonly (number | null)[];
  declined?: true;
}

async function addTask({ stage = "assigned", due, arrivals = [], declined }: SampleTask): Promise<number> {
  const [task] = await database.db
    .insert(tasks)
    .values({
      creatorId: creator.id,
      editorId: editor.id,
      stage,
      taskTitle: `Due in ${due}`,
      workDescription: "Cut it",
      deadline: after(now, due * day),
      title: "",
      description: "",
      madeForKids: false,
      tags: [],
      attachmentFileIds: [],
      declinedAt: declined ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tasks.id });
  const taskId = task?.id ?? 0;
  for (const [index, arrival] of arrivals.entries()) {
    const videoId = randomUUID();
    await database.db.insert(videos).values({
      id: videoId,
      taskId,
      personId: editor.id,
      fileName: "cut.mp4",
      type: "video/mp4",
      bytes: 10,
      state: arrival === null ? "receiving" : "ready",
      createdAt: after(now, -9 * day),
      receivedAt: arrival === null ? null : after(now, arrival * day),
    });
    await database.db.insert(versions).values({
      taskId,
      number: index + 1,
      videoId,
      editorId: editor.id,
      state: arrival === null ? "uploading" : "in_review",
      createdAt: after(now, -9 * day),
    });
  }
  return taskId;
}

const list = () => run(creator, (ctx) => listTeamEditors(ctx));

it("counts open and overdue tasks, and those whose first version arrived before the deadline", async () => {
  await addTask({ due: 2 });
  await addTask({ due: -1 });
  await addTask({ due: -1, arrivals: [null] });
  await addTask({ stage: "in_review", due: 1, arrivals: [-1] });
  await addTask({ stage: "published", due: -2, arrivals: [-3, -1] });
  await addTask({ stage: "published", due: -3, arrivals: [-2] });
  await addTask({ stage: "cancelled", due: -3 });
  await addTask({ due: -3, declined: true });
  expect(await list()).toMatchObject([
    {
      editor: { id: editor.id },
      member: false,
      openTasks: 4,
      overdueTasks: 2,
      dueTasks: 5,
      onTimeTasks: 2,
      rating: null,
      ratings: 0,
      lastActiveAt: after(now, -hour).toISOString(),
    },
  ]);
});

it("has members without tasks, their note and the creator's own ratings, but no managers", async () => {
  const [member, manager] = [await person("EDITOR"), await person("EDITOR")];
  for (const [{ id: personId }, kind] of [
    [member, "editor"],
    [manager, "manager"],
  ] as const) {
    const membership = { creatorId: creator.id, personId };
    await run(null, (ctx) => addMember(ctx, { ...membership, kind, rights: [], publishAgreement: null }));
  }
  await database.db.update(teamMembers).set({ note: "Fast." });
  for (const [stars, owner] of [
    [5, creator],
    [4, creator],
    [1, await person("YOUTUBER")],
  ] as const) {
    const before = creator;
    creator = owner;
    const taskId = await addTask({ stage: "published", due: -1, arrivals: [-2] });
    creator = before;
    const rated = { taskId, creatorId: owner.id, editorId: editor.id, stars };
    await database.db.insert(ratings).values({ ...rated, createdAt: now, changedAt: now });
  }
  expect(await list()).toMatchObject([
    { editor: { id: editor.id }, member: false, note: "", rating: 4.5, ratings: 2 },
    { editor: { id: member.id }, member: true, note: "Fast.", openTasks: 0, dueTasks: 0, rating: null },
  ]);
});

it("counts the newest 1,000 tasks and their ratings", async () => {
  const oldest = await addTask({ stage: "published", due: -1 });
  const values = { creatorId: creator.id, editorId: editor.id, createdAt: now, changedAt: now };
  await database.db.insert(ratings).values({ ...values, taskId: oldest, stars: 1 });
  const newest = await addTask({ stage: "published", due: -1 });
  await database.db.insert(ratings).values({ ...values, taskId: newest, stars: 5 });
  await database.db.execute(sql`
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
    select creator_id, editor_id, 'assigned', 'Reel', 'Cut', ${after(now, day)}, '', '', false, '{}', '{}', created_at, updated_at
    from tasks, generate_series(1, 999) where id = ${newest}`);
  expect(await list()).toMatchObject([{ openTasks: 999, dueTasks: 1, rating: 5, ratings: 1 }]);
});

it("lists the open tasks of an editor, those of the actor only", async () => {
  const [later, sooner] = [await addTask({ due: 3 }), await addTask({ due: 1 })];
  await addTask({ stage: "published", due: -1 });
  await addTask({ due: 2, declined: true });
  const open = (actor: Actor) => run(actor, (ctx) => listOpenTasks(ctx, editor.id));
  expect((await open(creator)).map(({ id }) => id)).toEqual([sooner, later]);
  expect(await open(await person("YOUTUBER"))).toEqual([]);
});
