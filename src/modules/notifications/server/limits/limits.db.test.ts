import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Email } from "#adapters/mail/mail.ts";
import type { Push } from "#adapters/push/push.ts";
import { notificationsPath } from "#core/paths.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { after, hour, minute } from "#core/time.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { digestLimits, maxUnreadKept, singleLimits } from "#modules/notifications/rules/limits.ts";
import type { PushPayload } from "#modules/notifications/rules/push.ts";
import { emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import { taskContributors, tasks } from "#modules/tasks/server/tables.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { createDigests, sendDigest } from "../emails/jobs.ts";
import { notificationsJobs } from "../jobs.ts";
import { markAllRead, notify } from "../public/notifications.ts";
import { mergePush } from "../push/jobs.ts";
import { notifications, pushSubscriptions } from "../tables.ts";

const start = new Date("2026-11-20T10:05:00Z");
const { pair, sender, recipient } = singleLimits;

let app: TestApp;
let creators: Person[];
let editors: Person[];
let editor: Person;
let creator: Person;
let taskId: number;
let emails: Email[] = [];
let pushed: PushPayload[] = [];

beforeAll(async () => {
  app = await startApp();
  creators = await Promise.all([1, 2, 3, 4].map((n) => app.join(`creator${n}`, "YOUTUBER")));
  editors = await Promise.all([1, 2, 3, 4].map((n) => app.join(`editor${n}`, "EDITOR")));
  [creator, editor] = [creators[0] as Person, editors[0] as Person];
  for (const person of editors) await app.confirmEmail(person);
  taskId = await newTask();
  for (const person of editors.slice(1)) await addContributor(person);
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  for (const table of [notifications, rateLimits, pushSubscriptions]) await app.db.delete(table);
  app.queue.length = 0;
  app.setNow(start);
  [emails, pushed] = [[], []];
});

async function newTask(): Promise<number> {
  const values = {
    creatorId: creator.user.id,
    editorId: editor.user.id,
    stage: "assigned" as const,
    taskTitle: "Harbour",
    workDescription: "",
    deadline: start,
    title: "",
    description: "",
    madeForKids: false,
    tags: [],
    attachmentFileIds: [],
    createdAt: start,
    updatedAt: start,
  };
  const [task] = await app.db.insert(tasks).values(values).returning();
  return task?.id ?? 0;
}

/** Gives a user access to the task: nothing else is sent to them about it. */
async function addContributor({ user }: Person): Promise<void> {
  await app.db
    .insert(taskContributors)
    .values({ taskId, personId: user.id, label: "Sound", rights: [], createdAt: start });
}

interface Sent {
  from?: Person | null;
  to?: Person;
  about?: number;
}

/** Sends notifications that stay beside each other, as mentions do. */
async function send(count: number, { from = creator, to = editor, about = taskId }: Sent = {}) {
  for (let n = 1; n <= count; n += 1) {
    const ids = { personId: to.user.id, senderId: from?.user.id ?? null, taskId: about };
    const comment = { version: 1, text: "Louder.", timecode: null, author: null };
    const data = { title: "Harbour", commentId: "", author: `Mention ${n}`, comment };
    await app.run(null, (ctx) => notify(ctx, { ...ids, version: 1, kind: "mention", data }));
  }
}

const workers = () => {
  const mail = { send: async (email: Email) => void emails.push(email) };
  const push: Push = {
    ...app.dependencies.push,
    send: async ({ payload }) => void pushed.push(JSON.parse(payload) as PushPayload),
  };
  return notificationsJobs({ ...app.dependencies, mail, push });
};

async function runJob(job: string, data: unknown) {
  const found = workers().find(({ definition }) => definition.job === job);
  await found?.work(data, new AbortController().signal);
}

/** Runs the due jobs of the module at a time. */
async function work(now: Date) {
  app.setNow(now);
  await runJob(createDigests.job, null);
  await app.work(workers());
}

const single = () => emails.filter(({ subject }) => subject.startsWith("Mention"));
const digests = () => emails.filter(({ subject }) => subject.includes("notification"));
const inboxOf = (person: Person) =>
  app.db.select().from(notifications).where(eq(notifications.personId, person.user.id));

describe("without a confirmed address", () => {
  it("no notification is emailed, singly or in a digest; from the confirmation on, they are", async () => {
    const noor = await app.join("noor", "EDITOR");
    await addContributor(noor);
    const settings = async () => (await noor.call(notificationSettingsEndpoints.settings, {})).data;
    expect(await settings()).toMatchObject({ email: true, emailConfirmed: false });
    await send(pair.attempts + 5, { to: noor });
    await work(start);
    await work(after(start, hour));
    expect(emails).toEqual([]);
    expect(await inboxOf(noor)).toHaveLength(pair.attempts + 5);

    await noor.call(emailCodeEndpoints.sendEmailCode, {});
    await app.work();
    const [mail] = await app.sandbox.mailTo("noor@example.com");
    const otp = /^ {4}(\w{4})$/m.exec(mail?.text ?? "")?.[1] ?? "none";
    expect((await noor.call(emailCodeEndpoints.confirmEmail, { body: { otp } })).status).toBe(200);
    expect(await settings()).toMatchObject({ emailConfirmed: true });
    await work(after(start, 3 * hour));
    expect(emails).toEqual([]);
    await send(1, { to: noor });
    await work(after(start, 3 * hour));
    expect(emails).toMatchObject([{ to: "noor@example.com", subject: "Mention 1 mentioned you: Harbour" }]);
  });
});

describe("emails above a limit", () => {
  it("from one sender to one recipient are put into the next digest, none is lost", async () => {
    await send(pair.attempts + 3);
    await work(start);
    expect(single()).toHaveLength(pair.attempts);
    expect(digests()).toEqual([]);
    await work(new Date("2026-11-20T11:00:00Z"));
    expect(single()).toHaveLength(pair.attempts);
    expect(digests()).toMatchObject([{ to: "editor1@example.com", subject: "3 new notifications · Reelay" }]);
    const text = digests()[0]?.text;
    for (const n of [1, 2, 3]) expect(text).toContain(`Mention ${pair.attempts + n} mentioned`);
    expect(text).toContain("in one email because there were many within an hour");
  });

  it("don't use up what others may send to the same recipient", async () => {
    await send(3 * recipient.attempts);
    await send(1, { from: creators[1] as Person });
    await work(start);
    expect(single()).toHaveLength(pair.attempts + 1);
  });

  it("are sent singly again after an hour", async () => {
    await send(pair.attempts + 1);
    app.setNow(after(start, hour));
    await send(1);
    await work(after(start, hour));
    expect(single()).toHaveLength(pair.attempts + 1);
  });

  it("of one sender to many recipients wait for digests", async () => {
    for (const to of editors) await send(pair.attempts, { to });
    await work(start);
    expect(single()).toHaveLength(sender.attempts);
  });

  it("of many senders to one recipient wait for a digest", async () => {
    for (const from of creators) await send(pair.attempts, { from });
    await work(start);
    expect(single()).toHaveLength(recipient.attempts);
  });

  it("without a user as the sender are limited for each task", async () => {
    await send(pair.attempts + 5, { from: null });
    await send(2, { from: null, about: await newTask() });
    await work(start);
    expect(single()).toHaveLength(pair.attempts + 2);
  });
});

describe("a digest of a flood", () => {
  it("shows some of each sender, counts all and is sent once", async () => {
    const other = creators[1] as Person;
    for (const from of [creator, other]) await send(pair.attempts, { from });
    await work(start);
    const [many, few] = [digestLimits.perSender + 30, 2];
    await send(many);
    await send(few, { from: other });
    await work(new Date("2026-11-20T11:00:00Z"));
    expect(digests()).toMatchObject([{ subject: `${many + few} new notifications · Reelay` }]);
    expect(digests()[0]?.text.match(/^Mention \d+ mentioned you: Harbour$/gm)).toHaveLength(
      digestLimits.perSender + few,
    );
    expect(digests()[0]?.text).toContain(`And ${many - digestLimits.perSender} more.`);
    await runJob(sendDigest.job, { personId: editor.user.id, digestAt: "2026-11-20T11:00:00.000Z" });
    expect(digests()).toHaveLength(1);
  });
});

describe("push messages above a limit", () => {
  const merged = () => pushed.filter(({ id }) => id === null);

  beforeEach(async () => {
    const [p256dh, auth] = ["B".repeat(87), "a".repeat(22)];
    const body = { endpoint: "https://push.example/laptop", p256dh, auth };
    await editor.call(notificationSettingsEndpoints.subscribePush, { body });
  });

  it("are merged into one within 15 minutes, with the number and the latest", async () => {
    await send(pair.attempts + 5);
    await work(start);
    expect(pushed).toHaveLength(pair.attempts);
    const unread = pair.attempts + 5;
    await work(after(start, 15 * minute));
    expect(pushed).toHaveLength(pair.attempts + 1);
    expect(merged()).toMatchObject([
      {
        title: `${unread} unread notifications`,
        body: `Latest: Mention ${unread} mentioned you: Harbour`,
        unread,
      },
    ]);
    expect(merged()[0]?.path).toBe(notificationsPath("EDITOR"));
    await send(2);
    await work(after(start, 30 * minute));
    expect(merged()).toHaveLength(2);
  });

  it("contain what was stored after the previous one", async () => {
    await send(pair.attempts + 1);
    app.queue.length = 0;
    await runJob(mergePush.job, { personId: editor.user.id });
    await send(1);
    await work(after(start, 15 * minute));
    expect(merged()).toHaveLength(2);
  });

  it("are not sent once all was read", async () => {
    await send(pair.attempts + 1);
    await work(start);
    const { id, role } = editor.user;
    await app.run({ id, role, sessionId: "" }, markAllRead);
    await work(after(start, 15 * minute));
    expect(merged()).toEqual([]);
  });
});

describe("the unread notifications from one sender", () => {
  it("are at most 200, the newest ones", async () => {
    for (let n = 0; n < maxUnreadKept; n += 50) await send(50, { about: await newTask() });
    await send(1, { from: creators[1] as Person });
    await send(2, { about: await newTask() });
    const rows = await inboxOf(editor);
    expect(rows.filter(({ senderId }) => senderId === creator.user.id)).toHaveLength(maxUnreadKept);
    expect(rows).toHaveLength(maxUnreadKept + 1);
    expect(rows.toSorted((a, b) => b.id - a.id)[0]?.data).toMatchObject({ author: "Mention 2" });
  });

  it("are at most 200 of one kind about a task also if they have no sender, as those of guests", async () => {
    await send(maxUnreadKept + 2, { from: null });
    expect(await inboxOf(editor)).toHaveLength(maxUnreadKept);
  });
});
