import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { after, minute } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { addComment } from "#modules/feedback/server/comments/write-comment.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationsRead } from "#modules/notifications/realtime-messages.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let member: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  ({ creator, editor, member } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    member: "EDITOR",
  }));
  for (const person of [creator, editor, member]) await app.confirmEmail(person);
  taskId = await addTaskInReview(app.db, { creator, editor });
});

/** A comment of the creator that mentions these people, who are notified at once. It is gathered for others. */
async function mention(...people: Person[]): Promise<void> {
  const mentions = people.map(({ user }) => user.id);
  const text = "The ending is a secret.";
  const body = { id: randomUUID(), version: 1, inFrame: 0, outFrame: 0, text, mentions };
  const added = await creator.call(feedbackEndpoints.addComment, { params: { id: taskId }, body });
  expect(added.status).toBe(200);
}

const noticesOf = async (person: Person) =>
  (await person.call(notificationsEndpoints.list, { query: {} })).data.items.map(({ kind }) => kind);

/** Subjects of the emails that a person gets about the task. */
async function emailsTo({ user }: Person): Promise<string[]> {
  await app.work();
  const mails = await app.sandbox.mailTo(user.email);
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes("Tides"));
}

const removeManager = () =>
  creator.call(teamEndpoints.removeMember, { params: { personId: member.user.id } });
const removeContributor = () =>
  creator.call(contributorsEndpoints.removeContributor, {
    params: { id: taskId, personId: member.user.id },
  });

it("a removed manager gets no notification and no email of what was waiting for them", async () => {
  await addManager(app, { creator, manager: member });
  await mention(member, editor);
  expect(await noticesOf(member)).toEqual(["mention"]);
  app.realtimeMessages.length = 0;
  await removeManager();
  expect(await noticesOf(member)).toEqual([]);
  const told = app.realtimeMessages.filter(({ name }) => name === notificationsRead.name);
  expect(told.flatMap(({ people }) => people)).toEqual([member.user.id]);
  expect(await emailsTo(member)).toEqual([]);
  expect(await emailsTo(editor)).toContain(`${creator.user.name} mentioned you: Tides`);
});

it("what is written while a manager is being removed is neither emailed nor shown", async () => {
  await addManager(app, { creator, manager: member });
  const actor: Actor = { id: creator.user.id, role: "YOUTUBER", sessionId: "" };
  const frames = { version: 1, inFrame: 0, outFrame: 0, drawing: null, view: null };
  const text = "The ending is a secret.";
  const mentions = [member.user.id, editor.user.id];
  const draft = { id: randomUUID(), text, mentions, imageFileIds: [], ...frames };
  await app.run(actor, async (ctx) => {
    await addComment(ctx, taskId, draft);
    await removeManager();
  });
  expect(await noticesOf(member)).toEqual([]);
  expect(await emailsTo(member)).toEqual([]);
  expect(await emailsTo(editor)).toContain(`${creator.user.name} mentioned you: Tides`);
  expect((await noticesOf(editor))[0]).toBe("mention");
});

it("notifications are back, and count as unread, once their reader has access again", async () => {
  const unread = async () => (await member.call(notificationsEndpoints.unread, {})).data.notifications;
  await addManager(app, { creator, manager: member });
  await mention(member);
  await removeManager();
  expect([await noticesOf(member), await unread()]).toEqual([[], 0]);
  await addManager(app, { creator, manager: member });
  expect([await noticesOf(member), await unread()]).toEqual([["mention"], 1]);
});

it("a removed contributor gets none either", async () => {
  await addContributor(app.db, { taskId, person: member });
  await mention(member);
  await removeContributor();
  expect(await noticesOf(member)).toEqual([]);
  expect(await emailsTo(member)).toEqual([]);
});

it("comments that were gathered for a removed manager are not sent", async () => {
  await addManager(app, { creator, manager: member });
  await mention();
  await removeManager();
  app.setNow(after(new Date(), 6 * minute));
  await app.work();
  app.setNow(null);
  expect((await noticesOf(editor))[0]).toBe("comments");
  expect(await noticesOf(member)).toEqual([]);
});

it("who has another relation to the task keeps what is about it, and nothing of the other tasks", async () => {
  await addManager(app, { creator, manager: member });
  await addContributor(app.db, { taskId, person: member });
  const shared = taskId;
  await mention(member);
  taskId = await addTaskInReview(app.db, { creator, editor });
  await mention(member);
  taskId = shared;
  await removeManager();
  expect(await noticesOf(member)).toEqual(["mention"]);
  expect(await emailsTo(member)).toHaveLength(1);
  await mention(member);
  await removeContributor();
  expect(await noticesOf(member)).toEqual([]);
});

it("a former editor is notified only that the task was reassigned", async () => {
  await app.db.update(tasks).set({ stage: "changes_requested" });
  await mention(editor);
  const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
  const form = { fields: { ...brief, assignedTo: member.user.name }, files: {} };
  await creator.call(tasksEndpoints.updateTask, { params: { id: taskId }, form });
  expect(await noticesOf(editor)).toEqual(["changed"]);
  expect(await emailsTo(editor)).toEqual(["Task reassigned: Tides"]);
});

it("an editor who declined is notified of nothing that they have not read", async () => {
  await mention(editor);
  await editor.call(tasksEndpoints.declineTask, { params: { id: taskId }, body: { reason: "No time." } });
  expect(await noticesOf(editor)).toEqual([]);
  expect(await emailsTo(editor)).toEqual([]);
});
