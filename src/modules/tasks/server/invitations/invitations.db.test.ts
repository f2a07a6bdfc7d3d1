import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { tasksPath } from "#core/paths.ts";
import { after } from "#core/time.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { invitationLength } from "#modules/sign-in/rules/invitations.ts";
import { type Task, tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addManager } from "#testing/team.ts";

let app: TestApp;
let creator: Person;
beforeAll(async () => {
  app = await startApp();
  creator = await app.join("assigner", "YOUTUBER");
});
afterAll(async () => app?.stop());

const texts = { taskTitle: "Herons at dawn", workDescription: "Open wide.", deadline: "2031-01-31" };
const create = (fields: { assignedTo?: string; inviteEditor?: string; taskTitle?: string }) =>
  creator.call(tasksEndpoints.createTask, { form: { fields: { ...texts, ...fields }, files: {} } });
const update = (id: number, fields: { assignedTo?: string; inviteEditor?: string; taskTitle?: string }) =>
  creator.call(tasksEndpoints.updateTask, {
    params: { id },
    form: { fields: { ...texts, ...fields }, files: {} },
  });
const byName = (name: string) => JSON.stringify({ name });
const byEmail = (email: string) => JSON.stringify({ email });
const tokenOf = (task: Task) => task.waitingFor?.path?.split("#")[1] ?? "";
const open = (token: string) => app.nobody.call(invitationEndpoints.openInvitation, { body: { token } });
const accept = (by: Person, token: string) =>
  by.call(invitationEndpoints.acceptInvitation, { body: { token } });
const taskAs = async (person: Person, id: number) =>
  person.call(tasksEndpoints.fetchTask, { params: { id } });

describe("a task whose editor is invited", () => {
  it("has the link for its creator alone: anybody who has it can accept", async () => {
    const manager = await app.join("manager", "EDITOR");
    await addManager(app, { creator, manager }, ["create_tasks", "review", "publish"]);
    const { data: task } = await create({ inviteEditor: byName("Rosa") });
    expect((await taskAs(creator, task.id)).data.waitingFor?.path).toContain(tokenOf(task));
    const { waitingFor } = (await taskAs(manager, task.id)).data;
    expect(waitingFor).toMatchObject({ name: "Rosa", path: null });
  });

  it("waits for them, without an editor, and is theirs the moment they accept", async () => {
    const { data: task, status } = await create({ inviteEditor: byName("Ana") });
    expect(status).toBe(200);
    expect(task).toMatchObject({
      editor: null,
      waitingFor: { name: "Ana", state: "pending" },
      stage: "assigned",
    });
    const board = await creator.call(boardEndpoints.fetchTasks, { query: {} });
    expect(board).toMatchObject({ status: 200 });
    expect(board.data.find(({ id }) => id === task.id)).toMatchObject({
      editor: null,
      waitingFor: { name: "Ana" },
    });
    expect((await open(tokenOf(task))).data).toMatchObject({ purpose: "task", subject: "Herons at dawn" });

    const editor = await app.join("ana", "EDITOR");
    expect(await taskAs(editor, task.id)).toMatchObject({ status: 404 });
    const accepted = await accept(editor, tokenOf(task));
    expect(accepted.data.path).toBe(tasksPath("EDITOR", task.id));
    expect((await taskAs(editor, task.id)).data).toMatchObject({ editor: { name: "ana" }, waitingFor: null });
    const { data: entries } = await creator.call(historyEndpoints.history, { params: { id: task.id } });
    expect(entries.at(-1)).toMatchObject({ kind: "reassigned", by: "ana", for: null });
  });

  it("is theirs after a sign-up with the emailed link, together with others that wait for them", async () => {
    const email = "ben@example.com";
    const first = (await create({ inviteEditor: byEmail(email) })).data;
    const second = (await create({ inviteEditor: byEmail(email), taskTitle: "Second cut" })).data;
    expect(second.waitingFor?.invitationId).toBe(first.waitingFor?.invitationId);
    expect(first.waitingFor?.path).toBeNull();
    await app.work();
    const [mail] = await app.sandbox.mailTo(email);
    expect(mail?.text).toContain("Herons at dawn and 1 more");
    const token = /\/invitation#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const body = { email, password: "long reels are long", role: "EDITOR" as const, invitation: token };
    const signedUp = await app.nobody.call(passwordEndpoints.signup, { body });
    for (const { id } of [first, second]) {
      expect((await taskAs(creator, id)).data.editor?.id).toBe(signedUp.data.id);
    }
  });

  it("can be given to another editor, which revokes the invitation", async () => {
    const task = (await create({ inviteEditor: byName("Cleo") })).data;
    const other = await app.join("otto", "EDITOR");
    expect((await update(task.id, { assignedTo: "otto" })).data).toMatchObject({
      editor: { id: other.user.id },
      waitingFor: null,
    });
    expect((await open(tokenOf(task))).data.state).toBe("revoked");
    const again = (await update(task.id, { inviteEditor: byName("Dora") })).data;
    expect(again).toMatchObject({ editor: null, waitingFor: { name: "Dora" } });
    expect(await taskAs(other, task.id)).toMatchObject({ status: 404 });
  });

  it("keeps waiting when it is edited, and its invitation names the new title", async () => {
    const task = (await create({ inviteEditor: byName("Eva") })).data;
    const edited = (await update(task.id, { taskTitle: "Herons at dusk" })).data;
    expect(edited.waitingFor).toMatchObject({ name: "Eva", state: "pending" });
    expect((await open(tokenOf(task))).data.subject).toBe("Herons at dusk");
  });

  it("shows that the invitation has ended: expired, revoked, or cancelled with the task", async () => {
    const revoked = (await create({ inviteEditor: byName("Finn") })).data;
    const id = revoked.waitingFor?.invitationId ?? "";
    await creator.call(invitationEndpoints.revokeInvitation, { params: { id } });
    expect((await taskAs(creator, revoked.id)).data.waitingFor).toMatchObject({ state: "ended", path: null });
    const cancelled = (await create({ inviteEditor: byName("Gus") })).data;
    await creator.call(tasksEndpoints.cancelTask, { params: { id: cancelled.id } });
    expect((await open(tokenOf(cancelled))).data.state).toBe("revoked");
    const expired = (await create({ inviteEditor: byName("Hana") })).data;
    app.setNow(after(new Date(), invitationLength + 1000));
    expect((await taskAs(creator, expired.id)).data.waitingFor?.state).toBe("ended");
    app.setNow(null);
  });
});

describe("the form", () => {
  it("needs an editor or a person to invite", async () => {
    for (const fields of [{}, { assignedTo: "" }]) {
      expect(await create(fields)).toMatchObject({
        status: 422,
        code: "no_editor",
        message: "Please select an editor",
      });
    }
    expect(await create({ inviteEditor: "{}" })).toMatchObject({ status: 422 });
    expect(await create({ inviteEditor: byEmail("nobody") })).toMatchObject({ status: 422 });
  });

  it("doesn't change the editor while a version is in review", async () => {
    await app.join("ira", "EDITOR");
    const task = (await create({ assignedTo: "ira" })).data;
    await app.db.execute(`update tasks set stage = 'in_review' where id = ${task.id}`);
    expect(await update(task.id, { inviteEditor: byName("Jo") })).toMatchObject({
      status: 409,
      code: "editor_fixed",
    });
  });
});
