import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Actor, type Context, on } from "#core/server/context.ts";
import { after, day, hour } from "#core/time.ts";
import { taskDueSoon } from "#modules/tasks/contract/tasks.ts";
import type { Move } from "#modules/tasks/rules/stages.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { advanceTask } from "../public/tasks.ts";
import { remindEditors } from "./jobs.ts";
import { createTask, type TaskForm, updateTask } from "./task-form.ts";

const reminded: number[] = [];
let server: TestApp;
let creator: Actor;

beforeAll(async () => {
  server = await startApp({
    eventHandlers: [
      on(taskDueSoon, async (_ctx, { taskId }) => {
        reminded.push(taskId);
      }),
    ],
  });
  server.setNow(new Date("2026-11-20T10:00:00Z"));
  creator = await server.person("konkan", "YOUTUBER");
  await server.person("anika", "EDITOR");
});
afterAll(() => server.stop());

const form = taskForm({ assignedTo: "anika", deadline: "2026-12-24" });

const as = <T>(actor: Actor, act: (ctx: Context) => Promise<T>) => server.run(actor, act);

async function create(more: Partial<TaskForm>, ...moves: Move[]): Promise<number> {
  const { id } = await as(creator, (ctx) => createTask(ctx, { ...form, ...more }));
  for (const move of moves) await server.run(null, (ctx) => advanceTask(ctx, id, move));
  return id;
}

describe("the reminder a day before the deadline", () => {
  const deadline = new Date("2026-12-10T23:59:00Z");
  const at = async (moment: Date) => {
    reminded.length = 0;
    server.setNow(moment);
    await server.run(null, remindEditors);
    return [...reminded];
  };

  it("is sent once while the task waits for its editor, and again for a new deadline", async () => {
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

  it("is not sent for a task that was created within a day of its deadline or is overdue", async () => {
    server.setNow(after(deadline, 10 * day));
    const soon = await create({ deadline: after(deadline, 10 * day + hour).toISOString() });
    expect(await at(after(deadline, 10 * day))).not.toContain(soon);
    expect(await at(after(deadline, 20 * day))).toEqual([]);
  });
});
