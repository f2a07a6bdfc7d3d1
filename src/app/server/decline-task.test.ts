import { randomBytes, randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { tasksPath } from "#core/paths.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { endWindow } from "#modules/review/server/window/review-window.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { maxReasonLength, type Stage } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { remindEditors } from "#modules/tasks/server/tasks/jobs.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Listening, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let http: Listening;
let creator: Person;
let editor: Person;
let other: Person;

beforeAll(async () => {
  app = await startApp();
  http = await app.listen();
});
afterAll(async () => {
  await http?.close();
  await app?.stop();
});

beforeEach(async () => {
  ({ creator, editor, other } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    other: "EDITOR",
  }));
});

const fieldsFor = (assignee: Person, taskTitle = "Tides") => ({
  taskTitle,
  workDescription: "Cut.",
  deadline: "2031-01-31",
  assignedTo: assignee.user.name,
});

async function newTask(stage: Stage = "assigned"): Promise<number> {
  const form = { fields: fieldsFor(editor), files: {} };
  const { data } = await creator.call(tasksEndpoints.createTask, { form });
  if (stage === "in_review") await addVersionInReview(app.db, { taskId: data.id, editorId: editor.user.id });
  else await app.db.update(tasks).set({ stage }).where(eq(tasks.id, data.id));
  return data.id;
}

const decline = (id: number, reason = "I have no time.", block = false) =>
  editor.call(tasksEndpoints.declineTask, { params: { id }, body: { reason, block } });
const assign = (id: number, assignee: Person, taskTitle?: string) =>
  creator.call(tasksEndpoints.updateTask, {
    params: { id },
    form: { fields: fieldsFor(assignee, taskTitle), files: {} },
  });
const taskAs = (person: Person, id: number) => person.call(tasksEndpoints.fetchTask, { params: { id } });
const listOf = async (person: Person) =>
  (await person.call(boardEndpoints.fetchTasks, { query: {} })).data.map(({ id }) => id);
const noticesOf = async (person: Person) =>
  (await person.call(notificationsEndpoints.list, { query: {} })).data.items;
const kindsOf = async (person: Person) => (await noticesOf(person)).map(({ kind }) => kind);
const versionsOf = (id: number) =>
  app.db.select({ state: versions.state }).from(versions).where(eq(versions.taskId, id));
const rowOf = async (id: number) => (await app.db.select().from(tasks).where(eq(tasks.id, id)))[0];

describe("declining a task", () => {
  it.each<[Stage, number]>([
    ["assigned", 200],
    ["in_review", 200],
    ["changes_requested", 200],
    ["approved", 409],
    ["publishing", 409],
    ["published", 409],
    ["cancelled", 409],
  ])("that is %s answers %i and keeps the stage", async (stage, status) => {
    const id = await newTask(stage);
    expect((await decline(id)).status).toBe(status);
    expect((await taskAs(creator, id)).data).toMatchObject({
      stage,
      declined: status === 200 ? { reason: "I have no time." } : null,
    });
  });

  it("needs a reason of limited length, and is the editor's decision only", async () => {
    const id = await newTask();
    for (const reason of [" ", "x".repeat(maxReasonLength + 1)]) {
      expect(await decline(id, reason)).toMatchObject({ status: 422, code: "invalid_input" });
    }
    const byOther = { params: { id }, body: { reason: "No." } };
    expect(await other.call(tasksEndpoints.declineTask, byOther)).toMatchObject({ status: 404 });
    expect(await creator.call(tasksEndpoints.declineTask, byOther)).toMatchObject({ status: 403 });
    expect((await decline(id)).status).toBe(200);
    expect(await decline(id)).toMatchObject({ status: 404, code: "task_not_found" });
  });

  it("ends the editor's access, live too", async () => {
    const id = await newTask("in_review");
    expect(await listOf(editor)).toEqual([id]);
    app.realtimeMessages.length = 0;
    await decline(id);
    const refetched = app.realtimeMessages.filter(({ name }) => name === "task_changed");
    expect(refetched.flatMap(({ people }) => people)).toEqual(
      expect.arrayContaining([creator.user.id, editor.user.id]),
    );
    expect(await listOf(editor)).toEqual([]);
    expect((await editor.call(boardEndpoints.countTasks, { query: {} })).data).toEqual({
      assigned: 0,
      completed: 0,
    });
    expect((await editor.call(tasksEndpoints.teammates, {})).data).toEqual([]);
    const calls = [
      taskAs(editor, id),
      editor.call(reviewEndpoints.preview, { params: { id }, query: {} }),
      editor.call(feedbackEndpoints.comments, { params: { id }, query: { version: 1 } }),
      editor.call(historyEndpoints.history, { params: { id } }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { data } = await editor.call(messagesEndpoints.shared, { params: { id: creator.user.id } });
    expect(data.tasks).toEqual([]);
    app.realtimeMessages.length = 0;
    const body = { id: randomUUID(), version: 1, inFrame: 1, outFrame: 1, text: "Louder." };
    await creator.call(feedbackEndpoints.addComment, { params: { id }, body });
    expect(app.realtimeMessages.flatMap(({ people }) => people)).not.toContain(editor.user.id);
  });

  it("tells the creator the reason and the next step, in notification, history and conversation", async () => {
    const id = await newTask();
    await decline(id);
    expect((await noticesOf(creator))[0]).toMatchObject({
      kind: "task_declined",
      title: "Task declined: Tides",
      path: tasksPath("YOUTUBER", id),
      description: "Choose another editor for this task.\n\nReason: I have no time.",
      sender: { name: editor.user.name },
    });
    const history = await creator.call(historyEndpoints.history, { params: { id } });
    expect(history.data.at(-1)).toMatchObject({ kind: "declined", by: editor.user.name });
    const { data } = await creator.call(messagesEndpoints.history, {
      params: { id: editor.user.id },
      query: {},
    });
    expect(data.messages.map(({ event }) => event)).toEqual(["declined", "assigned"]);
    const reviewed = await newTask("in_review");
    await decline(reviewed);
    expect((await noticesOf(creator))[0]?.description).toContain("You can still review and publish");
    const preview = await creator.call(reviewEndpoints.preview, { params: { id: reviewed }, query: {} });
    expect(preview.data).toMatchObject({ editorLeft: true, version: { state: "in_review" } });
  });

  it("with a block refuses further tasks of the creator", async () => {
    const id = await newTask();
    expect((await decline(id, "Please stop.", true)).status).toBe(200);
    const message = "You can't assign tasks to this editor. Choose another one.";
    const refused = { status: 422, code: "editor_blocked_you", message };
    expect(await assign(id, editor)).toMatchObject(refused);
    const form = { fields: fieldsFor(editor), files: {} };
    expect(await creator.call(tasksEndpoints.createTask, { form })).toMatchObject(refused);
    expect((await assign(id, other)).status).toBe(200);
  });
});

describe("a declined task", () => {
  it("can be assigned to another editor, of which the former one learns nothing", async () => {
    const id = await newTask();
    await decline(id);
    const seen = await kindsOf(editor);
    expect(await assign(id, other, "Tides, again")).toMatchObject({ status: 200, data: { declined: null } });
    expect(await kindsOf(other)).toEqual(["assigned"]);
    expect(await kindsOf(editor)).toEqual(seen);
    expect((await taskAs(other, id)).data.declined).toBeNull();
    expect(await rowOf(id)).toMatchObject({ declinedAt: null, declineReason: null });
    const history = await creator.call(historyEndpoints.history, { params: { id } });
    expect(history.data.map(({ kind }) => kind)).toEqual(["assigned", "declined", "reassigned"]);
  });

  it("can be assigned to the same editor again, but in review is only edited", async () => {
    const [id, reviewed] = [await newTask(), await newTask("in_review")];
    for (const one of [id, reviewed]) await decline(one);
    expect((await assign(id, editor)).data.declined).toBeNull();
    expect(await listOf(editor)).toEqual([id]);
    expect((await kindsOf(editor))[0]).toBe("assigned");
    const edited = await assign(reviewed, editor, "Tides at night");
    expect(edited.data).toMatchObject({
      taskTitle: "Tides at night",
      declined: { reason: "I have no time." },
    });
    expect(await assign(reviewed, other)).toMatchObject({ status: 409, code: "editor_fixed" });
  });

  it("notifies its former editor of nothing but a rating", async () => {
    const [due, expiring, published] = [
      await newTask(),
      await newTask("in_review"),
      await newTask("in_review"),
    ];
    for (const id of [due, expiring, published]) await decline(id);
    const seen = await kindsOf(editor);
    app.setNow(new Date("2031-01-31T20:00:00Z"));
    await app.run(null, remindEditors);
    app.setNow(null);
    await creator.call(tasksEndpoints.cancelTask, { params: { id: due } });
    await app.db
      .update(versions)
      .set({ windowSeconds: 60, reviewEndsAt: new Date(0) })
      .where(eq(versions.taskId, expiring));
    await app.run(null, (ctx) => endWindow(ctx, { taskId: expiring, version: 1 }));
    await creator.call(reviewEndpoints.approve, { params: { id: published }, body: { version: 1 } });
    expect(await kindsOf(editor)).toEqual(seen);
    expect((await noticesOf(creator))[0]).toMatchObject({
      kind: "window_ended",
      description: "The video was deleted. Choose another editor for this task.",
    });
    const { data } = await editor.call(messagesEndpoints.history, {
      params: { id: creator.user.id },
      query: {},
    });
    expect(data.messages.map(({ event }) => event)).not.toContain("approved");
    await app.db.update(tasks).set({ stage: "published" }).where(eq(tasks.id, published));
    await creator.call(profilesEndpoints.rate, { body: { taskId: published, stars: 5 } });
    expect(await kindsOf(editor)).toEqual(["rating_received", ...seen]);
  });

  it("keeps the reason only until its former editor deletes their account, and in their data", async () => {
    const id = await newTask();
    await decline(id, "Private reasons.");
    const download = await editor.call(accountDeletionEndpoints.downloadData, {});
    expect(download.data).toMatchObject({ tasks: [{ id, declineReason: "Private reasons." }] });
    expect(JSON.stringify(download.data)).not.toContain("workDescription");
    const body = { password: `${editor.user.name} likes long reels` };
    expect((await editor.call(accountDeletionEndpoints.deleteAccount, { body })).status).toBe(200);
    expect((await taskAs(creator, id)).data.declined).toMatchObject({ reason: "" });
    expect(await kindsOf(creator)).toEqual(["task_declined"]);
  });
});

describe("an upload of the editor who declines", () => {
  const content = randomBytes(2000);

  async function begin(taskId: number) {
    const file = { fileName: "cut.mp4", bytes: content.length, type: "video/mp4", fingerprint: randomUUID() };
    return (await editor.call(reviewEndpoints.beginVersion, { body: { taskId, ...file } })).data;
  }

  function patch(path: string, offset: number, body: Buffer) {
    return fetch(http.url + path, {
      method: "PATCH",
      body: new Uint8Array(body),
      headers: {
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
        cookie: editor.cookie,
        "upload-offset": String(offset),
      },
    });
  }

  it("ends if it is unfinished, and stays if it is complete", async () => {
    const [unfinished, complete] = [await newTask(), await newTask()];
    const { uploadUrl } = await begin(unfinished);
    expect((await patch(uploadUrl, 0, content.subarray(0, 500))).status).toBe(204);
    await decline(unfinished);
    expect((await patch(uploadUrl, 500, content.subarray(500))).status).toBeGreaterThanOrEqual(400);
    expect(await versionsOf(unfinished)).toEqual([]);

    await patch((await begin(complete)).uploadUrl, 0, content);
    await decline(complete);
    expect(await versionsOf(complete)).toEqual([{ state: "preparing" }]);
    await assign(complete, other);
    expect(await versionsOf(complete)).toEqual([]);
  });

  it("is either kept or gone when its last byte arrives at the same time", async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const id = await newTask();
      const { uploadUrl } = await begin(id);
      const [declined, sent] = await Promise.all([decline(id), patch(uploadUrl, 0, content)]);
      expect(declined.status).toBe(200);
      expect(sent.status).toBeLessThan(500);
      const kept = await versionsOf(id);
      expect(kept).toEqual(sent.status === 204 && kept.length > 0 ? [{ state: "preparing" }] : []);
      expect((await rowOf(id))?.declinedAt).not.toBeNull();
    }
  });
});

it("a task can't be declined and approved at the same time in a way that either is lost", async () => {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const id = await newTask("in_review");
    const approve = () => creator.call(reviewEndpoints.approve, { params: { id }, body: { version: 1 } });
    const [declined, approved] = await Promise.all(
      attempt % 2 === 0 ? [decline(id), approve()] : [approve(), decline(id)].toReversed(),
    );
    expect(approved?.status).toBe(200);
    expect([200, 409]).toContain(declined?.status);
    const row = await rowOf(id);
    expect(row?.stage).toBe("approved");
    const history = await creator.call(historyEndpoints.history, { params: { id } });
    const kinds = history.data.map(({ kind }) => kind).filter((kind) => kind !== "assigned");
    expect(kinds).toEqual(declined?.status === 200 ? ["declined", "approved"] : ["approved"]);
    expect(row?.declinedAt !== null).toBe(declined?.status === 200);
  }
});
