import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Email } from "#adapters/mail/mail.ts";
import { createDiskStorage } from "#adapters/object-storage/disk.ts";
import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";
import { type Actor, createRead, type Run } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun, testSettings } from "#testing/run.ts";

import { markAllRead, notify } from "../public/notifications.ts";
import { notifications } from "../tables.ts";
import { emailJobs, sendNotificationEmail } from "./jobs.ts";

let database: FreshDatabase;
let run: Run;
let editor: Actor;
let creatorId: number;
let taskId: number;
let now = new Date("2026-11-20T10:00:00Z");
const enqueued: unknown[] = [];
const sent: Email[] = [];
const warnings: unknown[] = [];
let failing: AdapterErrorKind | null = null;

const settings = { ...testSettings, emailEnabled: true };

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, {
    clock: () => now,
    settings,
    enqueue: async (_tx, { job }, data) => void enqueued.push(job === sendNotificationEmail.job && data),
  });
  const join = (email: string, role: "EDITOR" | "YOUTUBER") =>
    run(
      null,
      async (ctx) => (await createPerson(ctx, { email, role, passwordHash: null, emailVerified: true })).id,
    );
  creatorId = await join("creator@example.com", "YOUTUBER");
  const id = await join("editor@example.com", "EDITOR");
  editor = { id, role: "EDITOR", sessionId: "0198a000-0000-7000-8000-000000000000" };
  const [task] = await database.db
    .insert(tasks)
    .values({
      creatorId,
      editorId: id,
      stage: "assigned",
      taskTitle: "Harbour",
      workDescription: "Two minutes.",
      deadline: now,
      title: "",
      description: "",
      madeForKids: false,
      tags: [],
      attachmentFileIds: [],
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  taskId = task?.id ?? 0;
});

afterAll(async () => {
  await database.close();
});

beforeEach(async () => {
  await database.db.delete(notifications);
  for (const list of [enqueued, sent, warnings]) list.length = 0;
  failing = null;
  settings.emailEnabled = true;
});

/** Notifies the editor; returns the data of the email job. */
async function notifyEditor(brief: { title?: string; workDescription?: string } = {}) {
  const { title = "Harbour", workDescription = "Two minutes." } = brief;
  const ids = { personId: editor.id, senderId: creatorId, taskId };
  const data = { to: "editor", title, deadline: now, workDescription };
  await run(null, (ctx) => notify(ctx, { ...ids, kind: "assigned", data }));
  return enqueued.at(-1);
}

async function work(data: unknown): Promise<void> {
  const send = async (email: Email) => {
    if (failing)
      throw new AdapterError({
        kind: failing,
        code: "mail",
        message: "The mail server rejected the message.",
      });
    sent.push(email);
  };
  const log = { warn: (fields: unknown) => void warnings.push(fields) };
  const read = createRead({
    db: database.db,
    clock: () => now,
    keyring: createKeyring("s".repeat(32)),
    settings,
  });
  const storage = createDiskStorage("/nonexistent");
  const [job] = emailJobs({ run, read, mail: { send }, appUrl: "https://reelay.example", storage, log });
  await job?.work(data, new AbortController().signal);
}

const mailedAt = async () => (await database.db.select().from(notifications))[0]?.mailedAt;

describe("the email of a notification", () => {
  it("has the recipient, text, sender and link of the notification", async () => {
    await work(await notifyEditor());
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: "editor@example.com", subject: "New task: Harbour" });
    for (const part of [sent[0]?.text, sent[0]?.html]) {
      expect(part).toContain("https://reelay.example/c/tasks");
      expect(part).toContain("Two minutes.");
      expect(part).toContain("creator");
    }
    expect(await mailedAt()).toEqual(now);
  });

  it("is sent once when the job runs twice", async () => {
    const data = await notifyEditor();
    await work(data);
    await work(data);
    expect(sent).toHaveLength(1);
  });

  it("is not sent once the notification was read or replaced", async () => {
    const replaced = await notifyEditor();
    const read = await notifyEditor();
    await run(editor, markAllRead);
    await work(replaced);
    await work(read);
    expect(sent).toEqual([]);
  });

  it.each(["retry", "needs-user"] as const)("is retried after a failure of kind %s", async (kind) => {
    const data = await notifyEditor();
    failing = kind;
    await expect(work(data)).rejects.toMatchObject({ kind });
    expect(await mailedAt()).toBeNull();
    failing = null;
    now = new Date(now.getTime() + 60_000);
    await work(data);
    expect(sent).toHaveLength(1);
    expect(await mailedAt()).toEqual(now);
  });

  it("is dropped with a warning after a permanent failure", async () => {
    const data = await notifyEditor();
    failing = "permanent";
    await work(data);
    expect(await mailedAt()).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it("is not enqueued where the server sends no email", async () => {
    settings.emailEnabled = false;
    await notifyEditor();
    expect(enqueued).toEqual([]);
  });

  it("escapes HTML in user content and keeps line breaks", async () => {
    const title = `<img src=x onerror="alert('1')"> & co`;
    await work(await notifyEditor({ title, workDescription: "First <b>line</b>\nsecond line" }));
    expect(sent[0]?.subject).toBe(`New task: ${title}`);
    expect(sent[0]?.html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co");
    expect(sent[0]?.html).toContain("First &lt;b&gt;line&lt;/b&gt;<br>second line");
    expect(sent[0]?.html).not.toMatch(/<(img|b)\b/);
  });

  it("has an excerpt of a long description", async () => {
    await work(await notifyEditor({ workDescription: "word ".repeat(500) }));
    expect(sent[0]?.text).toMatch(/word …$/m);
    expect(sent[0]?.text.length).toBeLessThan(1000);
  });
});
