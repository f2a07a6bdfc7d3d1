import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { removeMember } from "#modules/team/server/actions.ts";
import { untilLockWait } from "#testing/lock-waits.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

import { tasksEndpoints } from "../contract.ts";
import { lockTaskFor, membersOf, membersWho, readTask } from "./actions.ts";

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

/** A gate that a transaction waits at, and whether it has reached it. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  const wait = async () => {
    arrive();
    await opened;
  };
  return { open, reached, wait };
}

describe("a removed manager", () => {
  it("is refused by an action that began before the removal was committed", async () => {
    const manager = await join();
    await addManager(app, { creator, manager }, { mayReview: true });
    const committing = gate();
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
    const deciding = gate();
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
});
