import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { previewPath } from "#core/paths.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { setUserQuota } from "#modules/operators/server/users/actions.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { deleteAccountData } from "#modules/sign-in/server/public/sign-in.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type ContributorRight, maxContributors } from "#modules/tasks/rules/contributors.ts";
import { maxAttachments } from "#modules/tasks/rules/stages.ts";
import { createGate, untilLockWait } from "#testing/lock-waits.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

import { tasks } from "../tables.ts";
import { contributionsData } from "./personal-data.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let helper: Person;
let taskId: number;
let round = 0;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  round += 1;
  [creator, editor, helper] = await Promise.all([
    app.join(`meera${round}`, "YOUTUBER"),
    app.join(`anika${round}`, "EDITOR"),
    app.join(`noor${round}`, "EDITOR"),
  ]);
  const fields = {
    taskTitle: "Monsoon on the Konkan line",
    workDescription: "Open on the bridge.",
    deadline: "2031-01-31",
    assignedTo: editor.user.name,
  };
  const created = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  taskId = created.data.id;
});

const params = () => ({ id: taskId });
const add = (entry: { rights?: ContributorRight[]; username?: string } = {}, by = creator) => {
  const body = {
    username: helper.user.name,
    label: "Thumbnail",
    rights: [],
    ...entry,
  };
  return by.call(contributorsEndpoints.addContributor, { params: params(), body });
};
const remove = (by = creator) =>
  by.call(contributorsEndpoints.removeContributor, { params: { ...params(), personId: helper.user.id } });
const read = (person: Person) => person.call(tasksEndpoints.fetchTask, { params: params() });
const beginUpload = (person: Person) =>
  person.call(reviewEndpoints.beginVersion, {
    body: { taskId, fileName: "cut.mp4", bytes: 1000, type: "video/mp4", fingerprint: "cut.mp4:1000:0" },
  });

async function attach(person: Person, field: "files" | "thumbnail" = "thumbnail") {
  const png = await sharp({ create: { width: 64, height: 36, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(png)], "picture.png", { type: "image/png" });
  return person.call(contributorsEndpoints.attachFiles, {
    params: params(),
    form: { fields: {}, files: { [field]: [file] } },
  });
}

describe("the task form", () => {
  const entry = (username = helper.user.name) => ({
    username,
    label: "Sound",
    rights: ["attach"],
  });
  const fields = () => ({
    taskTitle: "Monsoon again",
    workDescription: "Open on the bridge.",
    deadline: "2031-01-31",
    assignedTo: editor.user.name,
  });
  const create = (list: unknown, by = creator) =>
    by.call(tasksEndpoints.createTask, {
      form: { fields: { ...fields(), contributors: JSON.stringify(list) }, files: {} },
    });
  const update = (list?: unknown) =>
    creator.call(tasksEndpoints.updateTask, {
      params: params(),
      form: {
        fields: { ...fields(), ...(list !== undefined && { contributors: JSON.stringify(list) }) },
        files: {},
      },
    });
  const contributors = async () => (await read(creator)).data.contributors;

  it("creates a task with contributors, who are notified", async () => {
    const { data } = await create([entry()]);
    const found = await helper.call(tasksEndpoints.fetchTask, { params: { id: data.id } });
    expect(found.data.contributors).toMatchObject([{ person: { id: helper.user.id }, label: "Sound" }]);
    const { data: inbox } = await helper.call(notificationsEndpoints.list, { query: {} });
    expect(inbox.items).toMatchObject([{ kind: "assigned" }]);
  });

  it("changes and removes them, and leaves them without a list", async () => {
    await update([entry()]);
    expect(await contributors()).toMatchObject([{ label: "Sound", rights: ["attach"] }]);
    await update([{ ...entry(), label: "Colour", rights: ["upload"] }]);
    await update();
    expect(await contributors()).toMatchObject([{ label: "Colour", rights: ["upload"] }]);
    await update([{ ...entry(), label: "Colour", rights: [] }]);
    expect(await contributors()).toMatchObject([{ label: "Colour", rights: [] }]);
    await update([]);
    expect(await contributors()).toBeUndefined();
    expect((await read(helper)).code).toBe("task_not_found");
  });

  it("names who can't be added, stores nothing then, and keeps those who are blocked later", async () => {
    const refused = await create([entry("nobody at all")]);
    expect(refused.code).toBe("contributor_not_found");
    expect(refused.message).toContain("nobody at all");
    expect((await create([entry(editor.user.name)])).code).toBe("contributor_is_member");
    const { data: titles } = await creator.call(tasksEndpoints.searchTasks, { query: { query: "again" } });
    expect(titles).toEqual([]);
    const many = Array.from({ length: 21 }, (_, index) => entry(`user ${index}`));
    expect((await create(many)).code).toBe("too_many_contributors");
    await update([entry()]);
    await helper.call(peopleEndpoints.blockUser, {
      params: { id: creator.user.id },
      body: { blocked: true },
    });
    expect((await update([entry()])).status).toBe(200);
    expect((await create([entry()])).code).toBe("contributor_blocked");
  });

  it("is for those who may change the task", async () => {
    await addManager(app, { creator, manager: helper }, ["review"]);
    const stranger = await app.join(`olga${round}`, "EDITOR");
    const form = {
      fields: { ...fields(), contributors: JSON.stringify([entry(stranger.user.name)]) },
      files: {},
    };
    const refused = await helper.call(tasksEndpoints.updateTask, { params: params(), form });
    expect(refused.code).toBe("missing_right");
  });
});

describe("a contributor", () => {
  it("sees the task, and only what they may change can be changed", async () => {
    expect((await read(helper)).code).toBe("task_not_found");
    const added = await add();
    expect(added.data).toMatchObject([{ person: { id: helper.user.id }, label: "Thumbnail" }]);
    expect((await read(helper)).data.abilities).toEqual(["view", "comment"]);
    const { data: found } = await helper.call(tasksEndpoints.searchTasks, { query: { query: "konkan" } });
    expect(found).toMatchObject([{ id: taskId }]);
    expect((await attach(helper)).code).toBe("missing_right");
    expect((await beginUpload(helper)).code).toBe("missing_right");
    await add({ rights: ["upload", "attach"] });
    expect((await attach(helper)).data.thumbnail).not.toBeNull();
    expect((await attach(helper, "files")).data.attachments).toHaveLength(1);
    expect((await beginUpload(helper)).status).toBe(200);
    const list = await editor.call(contributorsEndpoints.contributors, { params: params() });
    expect(list.data).toMatchObject([{ rights: ["upload", "attach"] }]);
    expect((await add({}, helper)).code).toBe("missing_right");
  });

  it("is notified once of the task, with a link to its brief", async () => {
    const notices = async () =>
      (await helper.call(notificationsEndpoints.list, { query: { unread: "true" } })).data.items;
    await add();
    expect(await notices()).toMatchObject([
      { kind: "assigned", path: previewPath(taskId), sender: { id: creator.user.id } },
    ]);
    await helper.call(notificationsEndpoints.markAllRead, {});
    await add({ rights: ["upload"] });
    expect(await notices()).toEqual([]);
  });

  it("has no access and no running upload after they were removed", async () => {
    await add({ rights: ["upload", "attach"] });
    await beginUpload(helper);
    app.realtimeMessages.length = 0;
    expect((await remove()).status).toBe(200);
    const told = app.realtimeMessages.filter(({ name }) => name === "task_changed");
    expect(told.flatMap(({ people }) => people)).toContain(helper.user.id);
    expect((await read(helper)).code).toBe("task_not_found");
    expect((await attach(helper)).code).toBe("task_not_found");
    expect((await beginUpload(editor)).status).toBe(200);
    expect((await remove()).code).toBe("not_contributor");
  });

  it("has no running upload after the right to upload was withdrawn", async () => {
    await add({ rights: ["upload"] });
    await beginUpload(helper);
    expect((await beginUpload(editor)).code).toBe("upload_in_progress");
    await add({ rights: [] });
    expect((await beginUpload(editor)).status).toBe(200);
  });

  it("attaches within the limits of the task and the creator's storage", async () => {
    await add({ rights: ["attach"] });
    const form = { fields: {}, files: {} };
    const nothing = await helper.call(contributorsEndpoints.attachFiles, { params: params(), form });
    expect(nothing.code).toBe("nothing_attached");
    const attachmentFileIds = Array.from({ length: maxAttachments }, () => randomUUID());
    await app.db.update(tasks).set({ attachmentFileIds }).where(eq(tasks.id, taskId));
    expect((await attach(helper, "files")).code).toBe("too_many_attachments");
    await app.run(null, (ctx) => setUserQuota(ctx, creator.user.id, 1));
    expect((await attach(helper)).code).toBe("creator_over_quota");
  });

  it("can leave, and goes with their account", async () => {
    await add();
    const leave = (person: Person) => person.call(contributorsEndpoints.leaveTask, { params: params() });
    expect((await leave(editor)).code).toBe("not_contributor");
    expect((await leave(helper)).status).toBe(200);
    await add();
    const data = await app.run(null, (ctx) => contributionsData.read(ctx, helper.user.id));
    expect(data).toMatchObject([{ taskId, label: "Thumbnail" }]);
    await app.run(null, (ctx) => deleteAccountData(ctx, helper.user.id, null));
    const list = await creator.call(contributorsEndpoints.contributors, { params: params() });
    expect(list.data).toEqual([]);
    const { data: inbox } = await creator.call(notificationsEndpoints.list, { query: {} });
    expect(inbox.items).toEqual([]);
  });
});

describe("contributors", () => {
  it("are added by the creator and by managers who create tasks", async () => {
    const manager = await app.join(`jonas${round}`, "YOUTUBER");
    expect((await add({}, editor)).code).toBe("missing_right");
    expect((await add({}, manager)).status).toBe(404);
    await addManager(app, { creator, manager }, ["create_tasks"]);
    expect((await add({}, manager)).status).toBe(200);
    expect((await remove(manager)).status).toBe(200);
  });

  it("are others than the members of the task, and not blocked", async () => {
    expect((await add({ username: "nobody at all" })).code).toBe("contributor_not_found");
    expect((await add({ username: editor.user.name })).code).toBe("contributor_is_member");
    expect((await add({ username: creator.user.name })).code).toBe("contributor_is_member");
    await app.person(`new${round}`, "NORMAL");
    expect((await add({ username: `new${round}` })).code).toBe("contributor_without_role");
    const manager = await app.join(`jonas${round}`, "YOUTUBER");
    await addManager(app, { creator, manager }, ["create_tasks"]);
    const block = (person: Person, blocked: boolean) =>
      helper.call(peopleEndpoints.blockUser, { params: { id: person.user.id }, body: { blocked } });
    await block(creator, true);
    expect([(await add()).code, (await add({}, manager)).code]).toEqual([
      "contributor_blocked",
      "contributor_blocked",
    ]);
    await block(creator, false);
    await block(manager, true);
    expect((await add({}, manager)).code).toBe("contributor_blocked");
    expect((await add()).status).toBe(200);
    // Who declined it may still contribute.
    await app.db.update(tasks).set({ declinedAt: new Date() }).where(eq(tasks.id, taskId));
    expect((await add({ username: editor.user.name })).status).toBe(200);
  });

  it("are at most 20", async () => {
    const entries = Array.from({ length: maxContributors }, (_, at) => `helper${round}-${at}`);
    for (const name of entries) {
      const { id } = await app.person(name, "EDITOR");
      await addContributor(app.db, { taskId, person: { user: { id } } });
    }
    expect((await add()).code).toBe("too_many_contributors");
    expect((await add({ username: entries[0] ?? "", rights: ["upload"] })).status).toBe(200);
  });

  it("can't be added while they delete their account", async () => {
    const committing = createGate();
    const deletion = app.run(null, async (ctx) => {
      await deleteAccountData(ctx, helper.user.id, null);
      await committing.wait();
    });
    await committing.reached;
    const adding = add();
    await untilLockWait(app.db).finally(committing.open);
    expect((await adding).code).toBe("contributor_not_found");
    await deletion;
  });

  it("attach nothing once publishing has started", async () => {
    await add({ rights: ["attach"] });
    await app.db.update(tasks).set({ stage: "publishing" });
    expect((await attach(helper)).code).toBe("wrong_stage");
  });
});
