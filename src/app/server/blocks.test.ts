import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { after, minute } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { blocks } from "#modules/people/server/tables.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let other: Person;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor, other } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    other: "EDITOR",
  }));
});

const block = (person: Person, id: number, blocked = true) =>
  person.call(peopleEndpoints.blockUser, { params: { id }, body: { blocked } });
const blockedBy = async (person: Person, query = {}) =>
  (await person.call(peopleEndpoints.blockedUsers, { query })).data.map(({ name }) => name);
const fieldsFor = (assignee: Person) => ({
  taskTitle: "Tides",
  workDescription: "Cut.",
  deadline: "2031-01-31",
  assignedTo: assignee.user.name,
});
const create = (assignee: Person) =>
  creator.call(tasksEndpoints.createTask, { form: { fields: fieldsFor(assignee), files: {} } });
const assign = (id: number, assignee: Person) =>
  creator.call(tasksEndpoints.updateTask, {
    params: { id },
    form: { fields: fieldsFor(assignee), files: {} },
  });
const received = async (person: Person, kind: string) =>
  (await person.call(notificationsEndpoints.list, { query: {} })).data.items.filter(
    (notification) => notification.kind === kind,
  );

describe("a block", () => {
  it("is set once, listed for its user only, and can be removed", async () => {
    for (const { user } of [editor, editor, other]) await block(creator, user.id);
    expect(await blockedBy(creator)).toEqual([other.user.name, editor.user.name]);
    expect(await blockedBy(editor)).toEqual([]);
    await block(creator, editor.user.id, false);
    await block(creator, editor.user.id, false);
    expect(await blockedBy(creator)).toEqual([other.user.name]);
  });

  it("is listed in pages", async () => {
    for (const { user } of [editor, other]) await block(creator, user.id);
    const page = async (query: string) => {
      const headers = { cookie: creator.cookie };
      const response = await app.app.inject({ url: `/api/v1/user/blocked?limit=1${query}`, headers });
      return response.json<{ data: { name: string }[]; nextCursor: string | null }>();
    };
    const first = await page("");
    const second = await page(`&cursor=${first.nextCursor}`);
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual([
      other.user.name,
      editor.user.name,
    ]);
    expect(second.nextCursor).toBeNull();
    const invalid = await creator.call(peopleEndpoints.blockedUsers, { query: { cursor: "x" } });
    expect(invalid.status).toBe(422);
  });

  it("can't be of oneself, an unknown user or a deleted account", async () => {
    await other.call(accountDeletionEndpoints.deleteAccount, {
      body: { password: `${other.user.name} likes long reels` },
    });
    for (const id of [creator.user.id, 999_999, other.user.id]) {
      expect(await block(creator, id)).toMatchObject({ status: 404, code: "person_not_found" });
    }
  });

  it("is in the data of its user, and ends with either account", async () => {
    await block(creator, editor.user.id);
    await block(other, creator.user.id);
    const dataOf = async (person: Person) =>
      (await person.call(accountDeletionEndpoints.downloadData, {})).data;
    expect(await dataOf(creator)).toMatchObject({ account: { blocked: [{ name: editor.user.name }] } });
    expect(await dataOf(editor)).toMatchObject({ account: { blocked: [] } });
    const password = `${creator.user.name} likes long reels`;
    await creator.call(accountDeletionEndpoints.deleteAccount, { body: { password } });
    const left = (await app.db.select().from(blocks)).flatMap(({ blockerId, blockedId }) => [
      blockerId,
      blockedId,
    ]);
    expect(left).not.toContain(creator.user.id);
  });

  it("informs only the user who blocks, and clears the unread messages of the other", async () => {
    await create(editor);
    await creator.call(messagesEndpoints.send, {
      params: { id: editor.user.id },
      body: { id: randomUUID(), text: "Hello" },
    });
    const unread = async () => (await editor.call(notificationsEndpoints.unread, {})).data.messages;
    expect(await unread()).toBe(1);
    app.realtimeMessages.length = 0;
    await block(editor, creator.user.id);
    expect(await unread()).toBe(0);
    expect(app.realtimeMessages).toEqual([
      { people: [editor.user.id], name: "block_changed", payload: { personId: creator.user.id } },
    ]);
  });
});

describe.each(["creator", "editor"])("after the %s has blocked the other", (side) => {
  const blocker = () => (side === "creator" ? creator : editor);
  const blocked = () => (side === "creator" ? editor : creator);
  const code = side === "creator" ? "you_blocked_editor" : "editor_blocked_you";

  it("no task is assigned, by creating or reassigning, until the block is removed", async () => {
    const { data: task } = await create(other);
    await block(blocker(), blocked().user.id);
    const refused = { status: 422, code };
    expect(await create(editor)).toMatchObject(refused);
    expect(await assign(task.id, editor)).toMatchObject(refused);
    await block(blocker(), blocked().user.id, false);
    expect((await create(editor)).status).toBe(200);
    expect((await assign(task.id, editor)).status).toBe(200);
  });

  it("a shared task goes on", async () => {
    const { data: task } = await create(editor);
    await block(blocker(), blocked().user.id);
    expect((await assign(task.id, editor)).status).toBe(200);
    expect(await received(editor, "changed")).toHaveLength(1);
    expect((await editor.call(tasksEndpoints.fetchTask, { params: { id: task.id } })).status).toBe(200);
  });

  it("a mention in a comment is a comment like any other", async () => {
    const { data: task } = await create(editor);
    await addVersionInReview(app.db, { taskId: task.id, editorId: editor.user.id });
    const start = new Date();
    const mention = (author: Person, mentioned: Person) => {
      const about = { version: 1, inFrame: 1, outFrame: 1, mentions: [mentioned.user.id] };
      const body = { id: randomUUID(), text: "Louder?", ...about };
      return author.call(feedbackEndpoints.addComment, { params: { id: task.id }, body });
    };
    await block(blocker(), blocked().user.id);
    app.setNow(start);
    await mention(creator, editor);
    await mention(editor, creator);
    for (const person of [creator, editor]) expect(await received(person, "mention")).toEqual([]);
    app.setNow(after(start, 5 * minute));
    await app.work();
    app.setNow(null);
    for (const person of [creator, editor]) expect(await received(person, "comments")).toHaveLength(1);
  });

  it("no conversation starts and no message is sent", async () => {
    await block(blocker(), blocked().user.id);
    const send = (from: Person, to: Person) =>
      from.call(messagesEndpoints.send, {
        params: { id: to.user.id },
        body: { id: randomUUID(), text: "Hello" },
      });
    expect(await send(blocker(), blocked())).toMatchObject({ status: 409, code: "you_blocked" });
    expect(await send(blocked(), blocker())).toMatchObject({ status: 409, code: "blocked" });
    for (const person of [creator, editor]) {
      expect((await person.call(messagesEndpoints.conversations, { query: {} })).data).toEqual([]);
    }
  });
});
