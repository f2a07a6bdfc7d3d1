import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { mediaEndpoints } from "#modules/media/contract/videos.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { setUserQuota, suspendUser } from "#modules/operators/server/users/actions.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { newTaskLimit } from "#modules/tasks/rules/stages.ts";
import { removeMember } from "#modules/team/server/public/team.ts";
import { createGate, untilLockWait } from "#testing/lock-waits.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";
import { addManager } from "#testing/team.ts";

import { createTask } from "./task-form.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let ravi: Person;
let round = 0;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  round += 1;
  [creator, editor, ravi] = await Promise.all([
    app.join(`meera${round}`, "YOUTUBER"),
    app.join(`anika${round}`, "EDITOR"),
    app.join(`ravi${round}`, "EDITOR"),
  ]);
  await addManager(app, { creator, manager: ravi }, ["create_tasks"]);
});

interface Fields {
  channel?: number;
  copyOf?: number;
  deadline?: string;
  assignedTo?: string;
  inviteEditor?: string;
}

function create(by: Person, fields: Fields = {}, files: File[] = []) {
  const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
  const form = { fields: { ...brief, assignedTo: editor.user.name, ...fields }, files: { files } };
  return by.call(tasksEndpoints.createTask, { form });
}
const createFor = (by: Person, fields: Fields = {}, files: File[] = []) =>
  create(by, { channel: creator.user.id, ...fields }, files);

async function picture(): Promise<File> {
  const image = { width: 64, height: 36, channels: 3, background: "#a33" } as const;
  const png = await sharp({ create: image }).png().toBuffer();
  return new File([new Uint8Array(png)], "shot.png", { type: "image/png" });
}

const noticesOf = async (person: Person) =>
  (await person.call(notificationsEndpoints.list, { query: {} })).data.items.map(
    ({ kind, title, sender }) => `${kind} from ${sender?.name}: ${title}`,
  );
const attachmentBytes = async (person: Person) =>
  (await person.call(mediaEndpoints.storage, {})).data.used.attachments;
const editorsFor = async (by: Person, query: { channel?: number; taskId?: number } = {}) =>
  (await by.call(tasksEndpoints.searchEditors, { query: { query: "anika", ...query } })).data.map(
    ({ name, teammate }) => `${name}${teammate ? " (teammate)" : ""}`,
  );
const membership = () => ({ creatorId: creator.user.id, personId: ravi.user.id });

describe("a task that a manager creates", () => {
  it("belongs to the creator, names the manager in its history, and notifies editor and creator", async () => {
    const { data: task, status } = await createFor(ravi);
    expect(status).toBe(200);
    expect(task).toMatchObject({
      youtuber: { name: creator.user.name },
      abilities: expect.arrayContaining(["edit"]),
    });
    expect(task.abilities).not.toContain("manage");
    const { data: entries } = await creator.call(historyEndpoints.history, { params: { id: task.id } });
    expect(entries).toMatchObject([{ kind: "assigned", by: ravi.user.name, for: creator.user.name }]);
    const from = `from ${ravi.user.name}`;
    expect(await noticesOf(editor)).toEqual([`assigned ${from}: New task: Tides`]);
    expect(await noticesOf(creator)).toEqual([`assigned ${from}: Task created for you: Tides`]);
    expect(await noticesOf(ravi)).toEqual([]);
  });

  it("can be their own to edit, of which only the creator is notified, by name of the manager", async () => {
    await createFor(ravi, { assignedTo: ravi.user.name });
    expect(await noticesOf(creator)).toEqual([
      `assigned from ${ravi.user.name}: Task created for you: Tides`,
    ]);
    expect(await noticesOf(ravi)).toEqual([]);
  });

  it("notifies no creator of what they create themselves, also with their own channel", async () => {
    expect((await createFor(creator)).status).toBe(200);
    expect(await noticesOf(creator)).toEqual([]);
  });

  it("keeps the manager's files, which count for the creator", async () => {
    const { data: task } = await createFor(ravi, {}, [await picture()]);
    expect(task.attachments).toHaveLength(1);
    expect(await attachmentBytes(creator)).toBeGreaterThan(0);
    expect(await attachmentBytes(ravi)).toBe(0);
    await app.run(null, (ctx) => setUserQuota(ctx, creator.user.id, 1));
    expect((await createFor(ravi, {}, [await picture()])).code).toBe("creator_over_quota");
  });

  it("ends on a day of the manager's time zone", async () => {
    const zone = (person: Person, timeZone: string) =>
      person.call(peopleEndpoints.setTimeZone, { body: { timeZone } });
    await zone(creator, "America/New_York");
    await zone(ravi, "Asia/Kolkata");
    expect((await createFor(ravi)).data.deadline).toBe("2031-01-31T18:29:00.000Z");
  });

  it("counts for the manager's limit of new tasks, not for the creator's", async () => {
    await app.db.delete(rateLimits);
    await createFor(ravi);
    await app.db.update(rateLimits).set({ attempts: newTaskLimit.attempts });
    expect(await createFor(ravi)).toMatchObject({ status: 429 });
    expect((await create(creator)).status).toBe(200);
    await app.db.delete(rateLimits);
  });

  it("can't be assigned to an editor of whom and the creator one has blocked the other, nor to an invited one", async () => {
    const block = (blocker: Person, blocked: Person, blocks = true) =>
      blocker.call(peopleEndpoints.blockUser, { params: { id: blocked.user.id }, body: { blocked: blocks } });
    const channel = creator.user.id;
    await createFor(creator);
    expect(await editorsFor(ravi, { channel })).toContain(`${editor.user.name} (teammate)`);
    await block(creator, editor);
    expect(await createFor(ravi)).toMatchObject({ status: 422, code: "creator_blocked_editor" });
    expect((await editorsFor(ravi, { channel })).join()).not.toContain(editor.user.name);
    await block(creator, editor, false);
    await block(ravi, editor);
    expect((await createFor(ravi)).status).toBe(200);
    const invited = { assignedTo: "", inviteEditor: JSON.stringify({ name: "Rosa" }) };
    expect(await createFor(ravi, invited)).toMatchObject({ status: 422, code: "only_creators_invite" });
  });
});

describe("a task for another creator is refused", () => {
  const refused = { status: 403, code: "missing_right" };

  it("to managers without the right, other users and former managers, and so are its editors", async () => {
    const reviewer = await app.join(`reviewer${round}`, "EDITOR");
    await addManager(app, { creator, manager: reviewer }, ["review", "publish"]);
    const stranger = await app.join(`stranger${round}`, "YOUTUBER");
    await app.run(null, (ctx) => removeMember(ctx, membership()));
    for (const person of [reviewer, stranger, editor, ravi]) {
      expect(await createFor(person)).toMatchObject(refused);
      const query = { query: "an", channel: creator.user.id };
      expect(await person.call(tasksEndpoints.searchEditors, { query })).toMatchObject(refused);
    }
    expect((await createFor(ravi)).message).toBe(
      "You don't have the right to create tasks for this creator. Ask them for it.",
    );
    expect(await createFor(ravi, { channel: 999_999 })).toMatchObject(refused);
    // The right can be withdrawn once the form was admitted.
    const actor: Actor = { id: reviewer.user.id, role: "EDITOR", sessionId: "" };
    const form = { ...taskForm({ assignedTo: editor.user.name }), channel: creator.user.id };
    await expect(app.run(actor, (ctx) => createTask(ctx, form))).rejects.toMatchObject(refused);
  });

  it("while the creator is suspended, also once the form was admitted", async () => {
    await app.run(null, (ctx) => suspendUser(ctx, creator.user.id));
    expect(await createFor(ravi)).toMatchObject(refused);
    const actor: Actor = { id: ravi.user.id, role: "EDITOR", sessionId: "" };
    const form = { ...taskForm({ assignedTo: editor.user.name }), channel: creator.user.id };
    await expect(app.run(actor, (ctx) => createTask(ctx, form))).rejects.toMatchObject(refused);
  });

  it("without the channel, as it is to all editors", async () => {
    expect(await create(ravi)).toMatchObject({ status: 403, code: "wrong_role" });
    expect(await create(ravi, { channel: ravi.user.id })).toMatchObject({ status: 403, code: "wrong_role" });
  });

  it("to a manager who is being removed", async () => {
    const committing = createGate();
    const removal = app.run(null, async (ctx) => {
      await removeMember(ctx, membership());
      await committing.wait();
    });
    await committing.reached;
    const actor: Actor = { id: ravi.user.id, role: "EDITOR", sessionId: "" };
    const form = { ...taskForm({ assignedTo: editor.user.name }), channel: creator.user.id };
    const outcome = Promise.allSettled([app.run(actor, (ctx) => createTask(ctx, form)), removal]);
    await untilLockWait(app.db).finally(committing.open);
    expect((await outcome)[0]).toMatchObject({ status: "rejected", reason: refused });
  });
});

describe("a copy that a manager makes", () => {
  it("belongs to the creator of its original, and shares its files", async () => {
    const { data: original } = await createFor(creator, {}, [await picture()]);
    const used = await attachmentBytes(creator);
    const copy = await create(ravi, { copyOf: original.id });
    expect(copy).toMatchObject({ status: 200, data: { youtuber: { name: creator.user.name } } });
    expect(copy.data.attachments).toHaveLength(1);
    expect(await attachmentBytes(creator)).toBe(used);
  });

  it("belongs to no other channel, also if the manager is a creator", async () => {
    const manager = await app.join(`olga${round}`, "YOUTUBER");
    await addManager(app, { creator, manager }, ["create_tasks"]);
    const { data: original } = await createFor(creator);
    const copy = await create(manager, { copyOf: original.id });
    expect(copy.data.youtuber.name).toBe(creator.user.name);
    expect(await create(manager, { copyOf: original.id, channel: manager.user.id })).toMatchObject({
      status: 422,
      code: "invalid_input",
    });
    expect((await create(manager)).data.youtuber.name).toBe(manager.user.name);
  });

  it("is refused without the right, and hidden from others", async () => {
    const reviewer = await app.join(`reviewer${round}`, "EDITOR");
    await addManager(app, { creator, manager: reviewer }, ["review"]);
    const stranger = await app.join(`stranger${round}`, "YOUTUBER");
    const { data: original } = await createFor(creator);
    const copyOf = original.id;
    expect(await create(reviewer, { copyOf })).toMatchObject({ status: 403, code: "missing_right" });
    expect(await create(stranger, { copyOf })).toMatchObject({ status: 404, code: "task_not_found" });
    expect(await create(editor, { copyOf })).toMatchObject({ status: 403 });
  });
});
