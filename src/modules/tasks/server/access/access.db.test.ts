import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { suspendUser } from "#modules/operators/server/users/actions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { removeMember } from "#modules/team/server/public/team.ts";
import { createGate, untilLockWait } from "#testing/lock-waits.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addDefaultEditor, addManager } from "#testing/team.ts";

import { removeContributor } from "../contributors/contributors.ts";
import { audience, lockTaskFor, readTask } from "../public/tasks.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
let names = 0;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
  const fields = { ...brief, assignedTo: editor.user.name };
  taskId = (await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } })).data.id;
});
afterAll(async () => app?.stop());

async function join(): Promise<Person> {
  return app.join(`person-${(names += 1)}`, "EDITOR");
}

function actorFor({ user }: Person): Actor {
  return { id: user.id, role: user.role as Actor["role"], sessionId: "" };
}

const remove = (manager: Person) =>
  app.run(null, (ctx) => removeMember(ctx, { creatorId: creator.user.id, personId: manager.user.id }));

describe("a removed manager", () => {
  it("is refused by an action that began before the removal was committed", async () => {
    const manager = await join();
    await addManager(app, { creator, manager }, ["review"]);
    const committing = createGate();
    const removal = app.run(null, async (ctx) => {
      await removeMember(ctx, { creatorId: creator.user.id, personId: manager.user.id });
      await committing.wait();
    });
    await committing.reached;
    const action = app.run(actorFor(manager), (ctx) => lockTaskFor(ctx, taskId, "decide"));
    const outcome = Promise.allSettled([action, removal]);
    await untilLockWait(app.db);
    committing.open();
    const [refused] = await outcome;
    expect(refused).toMatchObject({ status: "rejected", reason: { status: 403, code: "wrong_role" } });
  });

  it("is removed after an action that was allowed", async () => {
    const manager = await join();
    await addManager(app, { creator, manager }, ["review"]);
    const order: string[] = [];
    const deciding = createGate();
    const action = app.run(actorFor(manager), async (ctx) => {
      await lockTaskFor(ctx, taskId, "decide");
      await deciding.wait();
      order.push("decided");
    });
    await deciding.reached;
    const removal = remove(manager).then(() => order.push("removed"));
    await untilLockWait(app.db);
    deciding.open();
    await Promise.all([action, removal]);
    expect(order).toEqual(["decided", "removed"]);
  });
});

describe("a removed contributor", () => {
  it("is removed after an upload that was allowed", async () => {
    const person = await join();
    await addContributor(app.db, { taskId, person }, ["upload"]);
    const deciding = createGate();
    const order: string[] = [];
    const action = app.run(actorFor(person), async (ctx) => {
      await lockTaskFor(ctx, taskId, "upload");
      await deciding.wait();
      order.push("uploaded");
    });
    await deciding.reached;
    const removal = app
      .run(actorFor(creator), (ctx) => removeContributor(ctx, taskId, person.user.id))
      .then(() => order.push("removed"));
    await untilLockWait(app.db);
    deciding.open();
    await Promise.all([action, removal]);
    expect(order).toEqual(["uploaded", "removed"]);
  });
});

describe("the members of a task", () => {
  it("are its creator, editor, managers and contributors, each once", async () => {
    const [manager, both] = [await join(), await join()];
    await addManager(app, { creator, manager }, ["review"]);
    await addManager(app, { creator, manager: both }, ["publish"]);
    await addContributor(app.db, { taskId, person: both }, ["upload"]);
    const idOf = (person: Person) => person.user.id;
    await app.run(null, async (ctx) => {
      const task = await readTask(ctx, taskId);
      expect(await audience(ctx, task)).toEqual([creator, editor, manager, both].map(idOf));
      expect(await audience(ctx, task, "decide")).toEqual([creator, manager].map(idOf));
      expect(await audience(ctx, task, "publish")).toEqual([creator, both].map(idOf));
      expect(await audience(ctx, task, "upload")).toEqual([editor, both].map(idOf));
    });
  });

  it("are no editors of the team, and no managers while the creator is suspended", async () => {
    const [jonas, colleague] = [await app.join("jonas", "YOUTUBER"), await join()];
    const manager = await join();
    const brief = { taskTitle: "Foam", workDescription: "Cut.", deadline: "2031-01-31" };
    const form = { fields: { ...brief, assignedTo: editor.user.name }, files: {} };
    const { data } = await jonas.call(tasksEndpoints.createTask, { form });
    await addManager(app, { creator: jonas, manager }, ["review"]);
    await addDefaultEditor(app, { creator: jonas, editor: colleague });
    const members = () =>
      app.run(null, async (ctx) => {
        const task = await readTask(ctx, data.id);
        return [await audience(ctx, task), await audience(ctx, task, "decide")];
      });
    const [creatorId, editorId, managerId] = [jonas, editor, manager].map(({ user }) => user.id);
    expect(await members()).toEqual([
      [creatorId, editorId, managerId],
      [creatorId, managerId],
    ]);
    await app.run(null, (ctx) => suspendUser(ctx, jonas.user.id));
    expect(await members()).toEqual([[creatorId, editorId], [creatorId]]);
  });
});
