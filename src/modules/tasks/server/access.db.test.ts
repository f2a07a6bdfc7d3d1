import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { suspendUser } from "#modules/operators/server/users/actions.ts";
import { removeMember } from "#modules/team/server/actions.ts";
import { createGate, untilLockWait } from "#testing/lock-waits.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addDefaultEditor, addManager } from "#testing/team.ts";

import { tasksEndpoints } from "../contract.ts";
import { lockTaskFor, membersOf, membersWho, readTask } from "./actions.ts";
import { taskContributors } from "./tables.ts";

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
    await addManager(app, { creator, manager }, { mayReview: true });
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
    await addManager(app, { creator, manager }, { mayReview: true });
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
    await addContributor(app.db, { taskId, person }, { mayUpload: true });
    const deciding = createGate();
    const order: string[] = [];
    const action = app.run(actorFor(person), async (ctx) => {
      await lockTaskFor(ctx, taskId, "upload");
      await deciding.wait();
      order.push("uploaded");
    });
    await deciding.reached;
    // Without the lock of the task, which other removals take as well.
    const contribution = and(
      eq(taskContributors.taskId, taskId),
      eq(taskContributors.personId, person.user.id),
    );
    const removal = app
      .run(null, ({ tx }) => tx.delete(taskContributors).where(contribution))
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
    await addManager(app, { creator, manager }, { mayReview: true });
    await addManager(app, { creator, manager: both }, { mayPublish: true });
    await addContributor(app.db, { taskId, person: both }, { mayUpload: true });
    const idOf = (person: Person) => person.user.id;
    await app.run(null, async (ctx) => {
      const task = await readTask(ctx, taskId);
      expect(await membersOf(ctx, task)).toEqual([creator, editor, manager, both].map(idOf));
      expect(await membersWho(ctx, "decide", task)).toEqual([creator, manager].map(idOf));
      expect(await membersWho(ctx, "publish", task)).toEqual([creator, both].map(idOf));
      expect(await membersWho(ctx, "upload", task)).toEqual([editor, both].map(idOf));
    });
  });

  it("are no editors of the team, and no managers while the creator is suspended", async () => {
    const [jonas, colleague] = [await app.join("jonas", "YOUTUBER"), await join()];
    const manager = await join();
    const brief = { taskTitle: "Foam", workDescription: "Cut.", deadline: "2031-01-31" };
    const form = { fields: { ...brief, assignedTo: editor.user.name }, files: {} };
    const { data } = await jonas.call(tasksEndpoints.createTask, { form });
    await addManager(app, { creator: jonas, manager }, { mayReview: true });
    await addDefaultEditor(app, { creator: jonas, editor: colleague });
    const members = () =>
      app.run(null, async (ctx) => {
        const task = await readTask(ctx, data.id);
        return [await membersOf(ctx, task), await membersWho(ctx, "decide", task)];
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
