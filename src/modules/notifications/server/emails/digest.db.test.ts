import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { Email } from "#adapters/mail/mail.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { notifications } from "../tables.ts";
import { createDigests, emailJobs, sendDigest } from "./jobs.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let sent: Email[] = [];
let failure: Error | null = null;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  await app.confirmEmail(editor);
  const body = { push: true, pushOff: [], email: true, emailFrequency: "hourly" as const, emailOff: [] };
  await editor.call(notificationSettingsEndpoints.saveSettings, { body });
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  await app.db.delete(notifications);
  await editor.call(peopleEndpoints.setTimeZone, { body: { timeZone: "Europe/Berlin" } });
  app.queue.length = 0;
  sent = [];
  failure = null;
});

const at = (time: string) => app.setNow(new Date(`2026-11-20T${time}Z`));

async function newTask(taskTitle: string) {
  const fields = {
    taskTitle,
    workDescription: "Open on the bridge.",
    deadline: "2031-01-31",
    assignedTo: editor.user.name,
  };
  await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
}

/** Runs a job of the module once, as a worker does. */
async function work(job: string, data: unknown) {
  const send = async (email: Email) => {
    if (failure) throw failure;
    sent.push(email);
  };
  const workers = emailJobs({ ...app.dependencies, mail: { send } });
  await workers.find(({ definition }) => definition.job === job)?.work(data, new AbortController().signal);
}

/** Puts together due digests; returns the data of their jobs. */
async function createAt(time: string): Promise<unknown[]> {
  at(time);
  app.queue.length = 0;
  await work(createDigests.job, null);
  return app.queue.filter(({ job }) => job === sendDigest.job).map(({ data }) => data);
}

it("gathers the notifications of an hour in one email, in the recipient's time zone", async () => {
  at("09:20:00");
  await newTask("Harbour");
  await newTask("Bridge");
  expect(await createAt("09:45:00")).toEqual([]);
  at("09:59:59");
  await newTask("Tunnel");
  const [digest, ...more] = await createAt("10:00:00");
  expect(more).toEqual([]);
  await work(sendDigest.job, digest);
  expect(sent).toMatchObject([{ to: "anika@example.com", subject: "3 new notifications · Reelay" }]);
  for (const part of [sent[0]?.text, sent[0]?.html]) {
    for (const text of ["New task: Harbour", "New task: Bridge", "New task: Tunnel"]) {
      expect(part).toContain(text);
    }
    expect(part).toContain("Nov 20, 2026, 10:20 AM");
    expect(part).toContain("Unsubscribe from all notification emails");
  }
  expect(await createAt("11:00:00")).toEqual([]);
});

it("comes at the full hour of the recipient's clock", async () => {
  await editor.call(peopleEndpoints.setTimeZone, { body: { timeZone: "Asia/Kolkata" } });
  at("09:20:00");
  await newTask("Harbour");
  expect(await createAt("09:15:00")).toEqual([]);
  expect(await createAt("09:30:00")).toHaveLength(1);
});

it("contains what an outage of the workers has delayed", async () => {
  at("09:20:00");
  await newTask("Harbour");
  expect(await createAt("13:45:00")).toHaveLength(1);
});

it("leaves out tasks to which the recipient has lost access, but not that they were reassigned or rated", async () => {
  at("09:20:00");
  for (const title of ["Harbour", "Bridge", "Tunnel"]) await newTask(title);
  const sendAs = (kind: "changed" | "rating_received", data: { title: string; [name: string]: unknown }) =>
    app.db
      .update(notifications)
      .set({ kind, data: sql`${notifications.data} || ${JSON.stringify(data)}::jsonb` })
      .where(sql`${notifications.data}->>'title' = ${data.title}`);
  await sendAs("changed", { title: "Tunnel", event: "reassigned" });
  await sendAs("rating_received", { title: "Harbour", stars: 5, review: null });
  await app.db.update(tasks).set({ declinedAt: new Date() });
  const [digest] = await createAt("10:00:00");
  await work(sendDigest.job, digest);
  expect(sent[0]?.subject).toBe("2 new notifications · Reelay");
  expect(sent[0]?.text).not.toContain("Bridge");
  for (const title of ["Tunnel", "Harbour"]) expect(sent[0]?.text).toContain(title);
});

it("is put together once, also by two workers at a time, and sent once", async () => {
  at("09:20:00");
  await newTask("Harbour");
  at("10:00:00");
  app.queue.length = 0;
  await Promise.all([work(createDigests.job, null), work(createDigests.job, null)]);
  expect(app.queue).toHaveLength(1);
  await work(sendDigest.job, app.queue[0]?.data);
  await work(sendDigest.job, app.queue[0]?.data);
  expect(sent).toHaveLength(1);
});

it("is sent after an outage of the mail server, and has the same message ID in every attempt", async () => {
  at("09:20:00");
  await newTask("Harbour");
  const [digest] = await createAt("10:00:00");
  failure = new AdapterError({ kind: "retry", code: "mail_server_away", message: "No server." });
  await expect(work(sendDigest.job, digest)).rejects.toThrow("No server.");
  failure = null;
  await work(sendDigest.job, digest);
  // A worker killed between the delivery and its record leaves this state.
  await app.db.update(notifications).set({ mailedAt: null });
  await work(sendDigest.job, digest);
  const ids = sent.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it("leaves out what was read or unsubscribed in the meantime", async () => {
  at("09:20:00");
  await newTask("Harbour");
  const [digest] = await createAt("10:00:00");
  await editor.call(notificationsEndpoints.markAllRead, {});
  await work(sendDigest.job, digest);
  expect(sent).toEqual([]);
});
