import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { after, minute } from "#core/time.ts";
import { type MessagePage, messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { maxMessageLength, sendLimit } from "#modules/messages/rules/messages.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { countUnreadMessages } from "../public/messages.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let stranger: Person;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor, stranger } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    stranger: "YOUTUBER",
  }));
});

const send = (from: Person, to: Person, text: string, id: string = randomUUID()) =>
  from.call(messagesEndpoints.send, { params: { id: to.user.id }, body: { id, text } });
const historyOf = async (reader: Person, other: Person, query = {}) =>
  (await reader.call(messagesEndpoints.history, { params: { id: other.user.id }, query })).data.messages;
const textsOf = async (reader: Person, other: Person) =>
  (await historyOf(reader, other)).toReversed().map(({ text }) => text);
const viewOf = async (reader: Person, other: Person) =>
  (await reader.call(messagesEndpoints.conversation, { params: { id: other.user.id } })).data;
const unreadOf = (reader: Person) => countUnreadMessages({ tx: app.db }, reader.user.id);
const block = (person: Person, other: Person, blocked = true) =>
  person.call(peopleEndpoints.blockUser, { params: { id: other.user.id }, body: { blocked } });

async function shareTask(): Promise<number> {
  const fields = {
    taskTitle: "Tides",
    workDescription: "Cut.",
    deadline: "2031-01-31",
    assignedTo: editor.user.name,
  };
  const { data } = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  return data.id;
}

describe("sending", () => {
  it("stores a message once, however often its id is sent", async () => {
    await shareTask();
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(creator, editor, "The rain is louder.", id)));
    expect(answers.map(({ status, data }) => [status, data.sequence])).toEqual([
      [200, 2],
      [200, 2],
      [200, 2],
    ]);
    expect(await textsOf(editor, creator)).toEqual(["Tides was assigned", "The rain is louder."]);
    const delivered = app.realtimeMessages.filter(
      ({ name, people }) => name === "message_changed" && people.includes(editor.user.id),
    );
    expect(delivered.filter(({ payload }) => JSON.stringify(payload).includes(id))).toHaveLength(1);
  });

  it("numbers parallel messages of both users without gaps, in one conversation", async () => {
    await shareTask();
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? send(creator, editor, `m${at}`) : send(editor, creator, `m${at}`),
      ),
    );
    const sequences = sent.map(({ data }) => data.sequence).toSorted((a, b) => a - b);
    expect(sequences).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
    expect(await historyOf(creator, editor)).toEqual(await historyOf(editor, creator));
  });

  it("refuses an id that another user has used in the conversation", async () => {
    await shareTask();
    const { data } = await send(creator, editor, "Mine");
    expect(await send(editor, creator, "Not mine", data.id)).toMatchObject({ status: 409, code: "id_taken" });
  });

  it("refuses empty and long messages, and messages to oneself and unknown users", async () => {
    await shareTask();
    expect(await send(creator, editor, " ")).toMatchObject({ status: 422 });
    expect(await send(creator, editor, "x".repeat(maxMessageLength + 1))).toMatchObject({ status: 422 });
    expect(await send(creator, creator, "Hello")).toMatchObject({ status: 404, code: "person_not_found" });
    const unknown = { params: { id: 999_999 }, body: { id: randomUUID(), text: "Hello" } };
    expect(await creator.call(messagesEndpoints.send, unknown)).toMatchObject({ status: 404 });
  });

  it("limits the messages per minute, without counting repetitions", async () => {
    await shareTask();
    const id = randomUUID();
    for (let times = 0; times < 5; times += 1) await send(creator, editor, "Again", id);
    const answers: number[] = [];
    for (let times = 0; times < sendLimit.attempts; times += 1) {
      answers.push((await send(creator, editor, "More")).status);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(sendLimit.attempts - 1);
    expect(answers.at(-1)).toBe(429);
    expect((await send(creator, editor, "Again", id)).status).toBe(200);
  });
});

describe("starting a conversation", () => {
  it("lets users without a shared task send one message until the other accepts", async () => {
    expect((await send(stranger, editor, "May I ask?")).status).toBe(200);
    expect(await send(stranger, editor, "Hello?")).toMatchObject({
      status: 409,
      code: "awaiting_acceptance",
    });
    expect([(await viewOf(stranger, editor)).state, (await viewOf(editor, stranger)).state]).toEqual([
      "waiting",
      "request",
    ]);
    const accept = (person: Person, other: Person) =>
      person.call(messagesEndpoints.accept, { params: { id: other.user.id } });
    expect(await accept(stranger, editor)).toMatchObject({ status: 404 });
    expect(await accept(editor, stranger)).toMatchObject({ status: 200, data: { state: "open" } });
    expect((await send(stranger, editor, "Thank you.")).status).toBe(200);
  });

  it("accepts by answering, and by sharing a task", async () => {
    await send(stranger, editor, "May I ask?");
    await send(editor, stranger, "Of course.");
    expect((await send(stranger, editor, "Thanks.")).status).toBe(200);
    await send(creator, editor, "Hello");
    await shareTask();
    expect((await send(creator, editor, "A task for you")).status).toBe(200);
  });

  it("does not tell the sender of a request whether it was read", async () => {
    await send(stranger, editor, "May I ask?");
    await editor.call(messagesEndpoints.markRead, {
      params: { id: stranger.user.id },
      body: { sequence: 1 },
    });
    expect((await viewOf(stranger, editor)).readByOther).toBe(0);
    expect(app.realtimeMessages.some(({ name }) => name === "messages_read")).toBe(false);
  });
});

describe("blocking", () => {
  it("stops messages of both sides and typing, until unblocked", async () => {
    await shareTask();
    expect((await block(editor, creator)).status).toBe(200);
    expect((await viewOf(editor, creator)).blocked).toBe(true);
    expect(await send(creator, editor, "Hello")).toMatchObject({ status: 409, code: "blocked" });
    expect(await send(editor, creator, "Hello")).toMatchObject({ status: 409, code: "you_blocked" });
    const seen = app.realtimeMessages.length;
    await creator.call(messagesEndpoints.typing, { params: { id: editor.user.id } });
    expect(app.realtimeMessages).toHaveLength(seen);
    expect((await viewOf(creator, editor)).blocked).toBe(false);
    await block(editor, creator, false);
    expect((await send(creator, editor, "Hello")).status).toBe(200);
    await creator.call(messagesEndpoints.typing, { params: { id: editor.user.id } });
    expect(app.realtimeMessages.at(-1)).toEqual({
      people: [editor.user.id],
      name: "typing",
      payload: { withId: creator.user.id },
    });
  });

  it("works before the first message", async () => {
    await block(editor, stranger);
    expect(await send(stranger, editor, "Hello")).toMatchObject({ status: 409, code: "blocked" });
    expect((await editor.call(messagesEndpoints.conversations, { query: {} })).data).toEqual([]);
  });
});

describe("editing and deleting", () => {
  it("is possible for 15 minutes, for the sender only", async () => {
    await shareTask();
    const { data } = await send(creator, editor, "The rian is back.");
    const address = { id: editor.user.id, messageId: data.id };
    const edit = (text: string) => creator.call(messagesEndpoints.edit, { params: address, body: { text } });
    expect((await edit("The rain is back.")).data).toMatchObject({
      text: "The rain is back.",
      edited: true,
      sequence: data.sequence,
    });
    const byOther = { params: { id: creator.user.id, messageId: data.id } };
    expect(await editor.call(messagesEndpoints.remove, byOther)).toMatchObject({ status: 404 });
    expect(await stranger.call(messagesEndpoints.remove, byOther)).toMatchObject({ status: 404 });
    app.setNow(after(new Date(data.sentAt), 15 * minute));
    expect(await edit("Too late")).toMatchObject({ status: 409, code: "too_late" });
    expect(await creator.call(messagesEndpoints.remove, { params: address })).toMatchObject({ status: 409 });
    app.setNow(null);
    expect((await creator.call(messagesEndpoints.remove, { params: address })).data).toMatchObject({
      text: "",
      deleted: true,
    });
    expect(await textsOf(editor, creator)).toEqual(["Tides was assigned", ""]);
    expect(await unreadOf(editor)).toBe(0);
  });

  it("appears among the changes after a number, next to new messages", async () => {
    await shareTask();
    const first = await send(creator, editor, "One");
    const second = await send(creator, editor, "Two");
    const params = { id: editor.user.id };
    await creator.call(messagesEndpoints.edit, {
      params: { ...params, messageId: first.data.id },
      body: { text: "One!" },
    });
    const changes = async (after: number) =>
      (
        await editor.call(messagesEndpoints.changes, { params: { id: creator.user.id }, query: { after } })
      ).data.messages.map(({ text, change }) => [change, text]);
    const input = { params: { id: creator.user.id }, query: {} };
    expect((await editor.call(messagesEndpoints.history, input)).data.change).toBe(4);
    expect(await changes(second.data.change)).toEqual([[4, "One!"]]);
    expect(await changes(1)).toEqual([
      [3, "Two"],
      [4, "One!"],
    ]);
  });
});

describe("reading", () => {
  it("counts unread messages and tells the sender what was read", async () => {
    await shareTask();
    for (const text of ["One", "Two", "Three"]) await send(creator, editor, text);
    expect([await unreadOf(editor), await unreadOf(creator)]).toEqual([3, 0]);
    const read = (sequence: number) =>
      editor.call(messagesEndpoints.markRead, { params: { id: creator.user.id }, body: { sequence } });
    await read(3);
    expect(await unreadOf(editor)).toBe(1);
    await read(2);
    expect([await unreadOf(editor), (await viewOf(creator, editor)).readByOther]).toEqual([1, 3]);
    await read(999);
    expect([await unreadOf(editor), (await viewOf(creator, editor)).readByOther]).toEqual([0, 4]);
  });

  it("pages through the history and the conversations", async () => {
    await shareTask();
    for (const text of ["One", "Two", "Three"]) await send(creator, editor, text);
    const newest = await historyOf(editor, creator, { limit: 2 });
    const older = await historyOf(editor, creator, { limit: 2, before: newest.at(-1)?.sequence });
    expect([...newest, ...older].map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
    await send(stranger, editor, "May I ask?");
    const list = await app.app.inject({
      url: "/api/v1/messages/conversations?limit=1",
      headers: { cookie: editor.cookie },
    });
    const { data, nextCursor } = list.json<{ data: { person: { id: number } }[]; nextCursor: string }>();
    expect(data[0]?.person.id).toBe(stranger.user.id);
    const next = await editor.call(messagesEndpoints.conversations, { query: { cursor: nextCursor } });
    expect(next.data).toMatchObject([{ person: { id: creator.user.id }, unread: 3 }]);
    const invalid = await editor.call(messagesEndpoints.conversations, { query: { cursor: "x" } });
    expect(invalid.status).toBe(422);
  });

  it("ends pages at their size", async () => {
    await shareTask();
    // Of these, 20 fit into 256 KB; before them is the message of the assistant.
    const long = "雨".repeat(maxMessageLength);
    await Promise.all(Array.from({ length: 24 }, () => send(creator, editor, long)));
    const params = { id: creator.user.id };
    const shape = ({ messages, more }: MessagePage) => ({
      from: messages[0]?.sequence,
      to: messages.at(-1)?.sequence,
      count: messages.length,
      more,
    });
    const history = async (query: { before?: number; after?: number }) =>
      shape((await editor.call(messagesEndpoints.history, { params, query })).data);
    const changes = async (after: number) =>
      shape((await editor.call(messagesEndpoints.changes, { params, query: { after } })).data);
    expect(await history({})).toEqual({ from: 25, to: 6, count: 20, more: true });
    expect(await history({ before: 6 })).toEqual({ from: 5, to: 1, count: 5, more: false });
    expect(await history({ after: 1 })).toEqual({ from: 21, to: 2, count: 20, more: true });
    expect(await history({ after: 21 })).toEqual({ from: 25, to: 22, count: 4, more: false });
    expect(await changes(0)).toEqual({ from: 1, to: 21, count: 21, more: true });
    expect(await changes(21)).toEqual({ from: 22, to: 25, count: 4, more: false });
  });

  it("finds messages of own conversations only", async () => {
    await shareTask();
    await send(creator, editor, "100% of the Konkan line");
    const search = async (person: Person, query: string) =>
      (await person.call(messagesEndpoints.search, { query: { query } })).data.map(
        ({ message }) => message.text,
      );
    expect(await search(editor, "konkan")).toEqual(["100% of the Konkan line"]);
    expect(await search(editor, "0% of")).toHaveLength(1);
    expect(await search(editor, "%%")).toEqual([]);
    expect(await search(stranger, "konkan")).toEqual([]);
    expect(await historyOf(stranger, editor)).toEqual([]);
  });
});

describe("a deleted account", () => {
  it("leaves its messages empty and appears as a former member", async () => {
    await shareTask();
    await send(editor, creator, "My number is in my profile.");
    await send(creator, editor, "Noted.");
    const download = await editor.call(accountDeletionEndpoints.downloadData, {});
    expect(download.data).toMatchObject({
      messages: { sent: [{ to: creator.user.name, text: "My number is in my profile." }] },
    });
    await editor.call(accountDeletionEndpoints.deleteAccount, {
      body: { password: `${editor.user.name} likes long reels` },
    });
    expect((await textsOf(creator, editor)).filter(Boolean)).toEqual(["Tides was assigned", "Noted."]);
    const [listed] = (await creator.call(messagesEndpoints.conversations, { query: {} })).data;
    expect(listed).toMatchObject({
      formerMember: true,
      unread: 0,
      person: { name: expect.stringContaining("Former member") },
    });
    expect(await send(creator, editor, "Hello?")).toMatchObject({ status: 409, code: "former_member" });
    expect(await unreadOf(creator)).toBe(0);
  });
});
