import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { messagesPath } from "#core/paths.ts";
import { after, minute } from "#core/time.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { maxQuotedMessages, unseenFor, unseenForAgain } from "#modules/notifications/rules/messages.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { sendNotificationEmail } from "../emails/jobs.ts";
import { notifyOfMessages } from "./jobs.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let stranger: Person;
let round = 0;
const start = new Date();

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  round += 1;
  app.setNow(start);
  app.queue.length = 0;
  creator = await app.join(`meera${round}`, "YOUTUBER");
  editor = await app.join(`anika${round}`, "EDITOR");
  stranger = await app.join(`jonas${round}`, "YOUTUBER");
  const task = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
  const fields = { ...task, assignedTo: editor.user.name };
  await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
});

const toEditor = { params: { id: 0 } };
beforeEach(() => void (toEditor.params.id = editor.user.id));

async function send(text: string, from = creator, id: string = randomUUID()): Promise<string> {
  const sent = await from.call(messagesEndpoints.send, { ...toEditor, body: { id, text } });
  expect(sent.status).toBe(200);
  return id;
}

/** Time passes, and due jobs run. Returns their names. */
async function passes(time: number): Promise<string[]> {
  app.setNow(after(start, time));
  return app.work();
}

const all = async (reader: Person) =>
  (await reader.call(notificationsEndpoints.list, { query: {} })).data.items.filter(
    ({ kind }) => kind === "message",
  );
const unread = async (reader: Person) => (await all(reader)).filter(({ read }) => !read);
const markRead = (other = creator, sequence = 1000) =>
  editor.call(messagesEndpoints.markRead, { params: { id: other.user.id }, body: { sequence } });
const block = (blocker: Person, blocked: Person) =>
  blocker.call(peopleEndpoints.blockUser, { params: { id: blocked.user.id }, body: { blocked: true } });

describe("a message that its recipient has not seen", () => {
  it("becomes one notification of the conversation, with the count and the first texts", async () => {
    const texts = ["The rain is louder.", "Darker.", "Slower.", "And the title?"];
    for (const text of texts) await send(text);
    expect(await passes(unseenFor - minute)).not.toContain(notifyOfMessages.job);
    expect(await all(editor)).toEqual([]);
    await passes(unseenFor);
    expect(await all(editor)).toMatchObject([
      {
        title: `4 new messages from ${creator.user.name}`,
        description: [...texts.slice(0, maxQuotedMessages), "And 1 more."].join("\n\n"),
        path: messagesPath("EDITOR", creator.user.id),
        sender: { name: creator.user.name },
        taskId: null,
        read: false,
      },
    ]);
    expect(await all(creator)).toEqual([]);
  });

  it("is not notified of once it was read or on screen before the delay has ended", async () => {
    await send("The rain is louder.");
    await markRead();
    await passes(unseenFor);
    expect(await all(editor)).toEqual([]);
    await send("Darker.");
    const shown = { params: { id: creator.user.id }, body: { sequence: 1000 } };
    expect((await editor.call(messagesEndpoints.markShown, shown)).status).toBe(200);
    await passes(2 * unseenFor);
    expect(await all(editor)).toEqual([]);
    await send("Slower.");
    await passes(3 * unseenFor);
    expect(await all(editor)).toMatchObject([{ title: `New message from ${creator.user.name}` }]);
  });

  it("is added to an unread notification, later than to none", async () => {
    await send("The rain is louder.");
    await passes(unseenFor);
    await send("Darker.");
    await passes(2 * unseenFor);
    expect(await unread(editor)).toMatchObject([{ title: `New message from ${creator.user.name}` }]);
    await passes(unseenFor + unseenForAgain);
    expect(await all(editor)).toMatchObject([
      { title: `2 new messages from ${creator.user.name}`, read: false },
    ]);
  });

  it("is notified of once, however often the job runs", async () => {
    await send("The rain is louder.");
    const job = app.queue.find((one) => one.job === notifyOfMessages.job);
    if (job) app.queue.push({ ...job }, { ...job });
    app.realtimeMessages.length = 0;
    const jobs = await passes(unseenFor);
    expect(jobs.filter((name) => name === notifyOfMessages.job)).toHaveLength(3);
    expect(app.realtimeMessages.filter(({ name }) => name === "notified")).toHaveLength(1);
  });

  it("is counted once in the total of what is unread", async () => {
    await send("The rain is louder.");
    await passes(unseenFor);
    // The other notification is about the new task.
    const { data } = await editor.call(notificationsEndpoints.unread, {});
    expect(data).toEqual({ notifications: 2, messages: 1, total: 2 });
  });
});

describe("the notification of messages", () => {
  beforeEach(async () => {
    await send("The rain is louder.");
    await passes(unseenFor);
  });

  it("is read with the conversation", async () => {
    expect(await unread(editor)).toHaveLength(1);
    await markRead();
    expect(await unread(editor)).toEqual([]);
    expect(await all(editor)).toHaveLength(1);
  });

  it("follows edited and deleted messages", async () => {
    const id = await send("Darker?");
    await passes(unseenFor + unseenForAgain);
    const address = { params: { id: editor.user.id, messageId: id } };
    app.setNow(after(start, unseenFor + minute));
    await creator.call(messagesEndpoints.edit, { ...address, body: { text: "Much darker." } });
    expect(await unread(editor)).toMatchObject([{ description: "The rain is louder.\n\nMuch darker." }]);
    await creator.call(messagesEndpoints.remove, address);
    expect(await unread(editor)).toMatchObject([
      { title: `New message from ${creator.user.name}`, description: "The rain is louder." },
    ]);
  });

  it("is withdrawn when its only message is deleted, its sender blocked, or their account deleted", async () => {
    expect(await unread(editor)).toHaveLength(1);
    await block(editor, creator);
    expect(await all(editor)).toEqual([]);

    const id = await send("One more task?", stranger);
    await passes(2 * unseenFor);
    expect(await all(editor)).toHaveLength(1);
    app.setNow(after(start, unseenFor + minute));
    await stranger.call(messagesEndpoints.remove, { params: { id: editor.user.id, messageId: id } });
    expect(await all(editor)).toEqual([]);
  });

  it("leaves no text of a deleted account, read or not", async () => {
    await markRead();
    const password = `meera${round} likes long reels`;
    const deleted = await creator.call(accountDeletionEndpoints.deleteAccount, {
      body: { password },
    });
    expect(deleted.status).toBe(200);
    expect(await all(editor)).toEqual([]);
  });
});

describe("users who are not notified", () => {
  it("have blocked the sender, or were blocked by them, before the delay has ended", async () => {
    await send("The rain is louder.");
    await block(editor, creator);
    await send("One more task?", stranger);
    await block(stranger, editor);
    await passes(unseenFor);
    expect(await all(editor)).toEqual([]);
  });

  it("have deleted their account", async () => {
    await send("The rain is louder.");
    const password = `anika${round} likes long reels`;
    await editor.call(accountDeletionEndpoints.deleteAccount, {
      body: { password },
    });
    expect(await passes(unseenFor)).toContain(notifyOfMessages.job);
  });
});

it("a request is notified of without its text, which its recipient reads where they can decline it", async () => {
  await send("Buy cheap views at example.com", stranger);
  await passes(unseenFor);
  expect(await all(editor)).toMatchObject([
    {
      title: `${stranger.user.name} wants to message you`,
      description: "Read the message to accept or block it.",
      path: messagesPath("EDITOR", stranger.user.id),
    },
  ]);
});

describe("settings", () => {
  it("switch emails about messages off, apart from other types", async () => {
    await app.confirmEmail(editor);
    await send("The rain is louder.");
    expect(await passes(unseenFor)).toContain(sendNotificationEmail.job);
    await markRead();
    const { data } = await editor.call(notificationSettingsEndpoints.settings, {});
    const { push, email, emailFrequency, pushOff } = data;
    const body = { push, email, emailFrequency, pushOff, emailOff: ["message" as const] };
    await editor.call(notificationSettingsEndpoints.saveSettings, { body });
    await send("Darker.");
    expect(await passes(2 * unseenFor)).not.toContain(sendNotificationEmail.job);
    expect(await unread(editor)).toHaveLength(1);
  });
});
