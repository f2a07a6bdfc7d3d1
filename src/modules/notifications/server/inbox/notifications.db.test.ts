import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { previewPath, taskUpdatePath, tasksPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { after, hour, minute } from "#core/time.ts";
import { historyEventHandlers } from "#modules/history/server/event-handlers.ts";
import { type Notification } from "#modules/notifications/contract/inbox.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { publishFailed, published } from "#modules/publishing/contract/publishing.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import {
  approvalUndone,
  changesRequested,
  extensionRequested,
  uploadExpired,
  versionApproved,
  versionReady,
  versionRefused,
  windowClosing,
  windowEnded,
  windowExtended,
} from "#modules/review/contract/versions.ts";
import { taskCreated, taskDueSoon, taskEdited, taskMoved } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { notificationsEventHandlers } from "../event-handlers.ts";
import { listNotifications, markAllRead, markRead, markVisited, notify } from "../public/notifications.ts";
import { notifications } from "../tables.ts";
import { countAllUnread } from "./unread.ts";

let database: FreshDatabase;
let run: Run;
let creator: Actor;
let editor: Actor;
let other: Actor;
let taskId: number;
const now = new Date("2026-11-20T10:00:00Z");
const sent: { people: readonly unknown[]; payload: Notification }[] = [];

async function person(name: string, role: Role): Promise<Actor> {
  const email = `${name}@example.com`;
  const { id } = await run(null, (ctx) => createPerson(ctx, { email, role, passwordHash: null }));
  return { id, role, sessionId: "0198a000-0000-7000-8000-000000000000" };
}

async function makeTask(): Promise<number> {
  const [task] = await database.db
    .insert(tasks)
    .values({
      creatorId: creator.id,
      editorId: editor.id,
      stage: "assigned",
      taskTitle: "Harbour at dawn",
      workDescription: "Two minutes, no music.",
      deadline: new Date("2026-11-24T00:00:00Z"),
      title: "",
      description: "",
      madeForKids: false,
      tags: [],
      attachmentFileIds: [],
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  return task?.id ?? 0;
}

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, {
    clock: () => now,
    sendRealtime: (people, name, payload) => {
      if (name === notified.name) sent.push({ people, payload: notified.payload.parse(payload) });
    },
    eventHandlers: [...historyEventHandlers(), ...notificationsEventHandlers()],
  });
  creator = await person("creator", "YOUTUBER");
  editor = await person("editor", "EDITOR");
  other = await person("other", "EDITOR");
});

afterAll(async () => {
  await database.close();
});

beforeEach(async () => {
  await database.db.delete(notifications);
  taskId = await makeTask();
  sent.length = 0;
});

const page = { limit: 30 };
const log = { warn: vi.fn() };
const inbox = (actor: Actor) => run(actor, (ctx) => listNotifications(ctx, page, { log }));
const unreadOf = async (actor: Actor) =>
  (await run(actor, (ctx) => countAllUnread(ctx, actor.id))).notifications;
const kindsOf = async (actor: Actor) => (await inbox(actor)).items.map(({ kind }) => kind);
const change = (values: Partial<typeof tasks.$inferInsert>) =>
  database.db.update(tasks).set(values).where(eq(tasks.id, taskId));

describe("activity on a task", () => {
  it("notifies the editor of a new task in the list and in real time", async () => {
    await run(creator, (ctx) => ctx.emit(taskCreated, { taskId }));
    const { items } = await inbox(editor);
    expect(items).toEqual([
      {
        id: items[0]?.id,
        kind: "assigned",
        title: "New task: Harbour at dawn",
        description: "Due Nov 24, 2026, 12:00 AM UTC. Two minutes, no music.",
        path: tasksPath("EDITOR", taskId),
        taskId,
        sender: { id: creator.id, name: "creator", role: "YOUTUBER", profileImgUrl: "" },
        read: false,
        time: now.toISOString(),
      },
    ]);
    expect(await unreadOf(editor)).toBe(1);
    expect(sent).toEqual([{ people: [editor.id], payload: items[0] }]);
    expect(await kindsOf(creator)).toEqual([]);
  });

  it("notifies the creator of a version that is ready, with the time left", async () => {
    const reviewEndsAt = after(now, 10 * hour);
    await run(null, (ctx) => ctx.emit(versionReady, { taskId, version: 2, reviewEndsAt }));
    const { items } = await inbox(creator);
    expect(items[0]).toMatchObject({
      kind: "ready_to_review",
      path: previewPath(taskId, 2),
      sender: { id: editor.id },
    });
    expect(items[0]?.description).toBe(
      "Version 2 is ready for review. It expires in 10 hours, on Nov 20, 2026, 8:00 PM UTC.",
    );
    expect(await kindsOf(editor)).toEqual([]);
  });

  it("is read once its place is visited, by its recipient only", async () => {
    const reviewEndsAt = after(now, 10 * hour);
    await run(null, (ctx) => ctx.emit(versionReady, { taskId, version: 2, reviewEndsAt }));
    await run(editor, (ctx) => markVisited(ctx, { screen: "preview", taskId }));
    await run(creator, (ctx) => markVisited(ctx, { screen: "preview", taskId, version: 1 }));
    await run(creator, (ctx) => markVisited(ctx, { screen: "preview", taskId: taskId + 1 }));
    expect(await unreadOf(creator)).toBe(1);
    await run(creator, (ctx) => markVisited(ctx, { screen: "preview", taskId }));
    expect(await unreadOf(creator)).toBe(0);
  });

  it.each([
    ["Approved", "Version 2 was approved.", "creator"],
    ["Changes requested", "Version 2 was reviewed. You requested changes.", "creator"],
    ["Review ended", "Version 2 expired without a decision.", null],
    ["Review extended", "Version 2 is in review. You extended its review window.", "creator"],
  ])("no longer asks for a review that has ended: %s", async (title, description, by) => {
    const about = { taskId, version: 2 };
    const reviewEndsAt = after(now, 10 * hour);
    for (const version of [2, 20]) {
      await run(null, (ctx) => ctx.emit(versionReady, { taskId, version, reviewEndsAt }));
      await run(creator, markAllRead);
    }
    await run(null, (ctx) => ctx.emit(windowClosing, { taskId, version: 2, reviewEndsAt }));
    await run(creator, (ctx) => {
      if (title === "Approved") return ctx.emit(versionApproved, about);
      if (title === "Review extended") return ctx.emit(windowExtended, { ...about, reviewEndsAt });
      if (title === "Review ended") return ctx.emit(windowEnded, about);
      return ctx.emit(changesRequested, { ...about, feedback: "Shorter." });
    });
    const requests = (await inbox(creator)).items.filter(({ kind }) => kind !== "window_ended");
    // The editor asked for the review, and the creator ended it.
    const sender = by && { id: creator.id };
    const resolved = { title: `${title}: Harbour at dawn`, description, read: true, sender };
    expect(requests).toMatchObject([
      { kind: "window_closing", ...resolved },
      {
        description: "Version 20 is ready for review. It expires in 10 hours, on Nov 20, 2026, 8:00 PM UTC.",
      },
      { kind: "ready_to_review", ...resolved },
    ]);
  });

  it.each([
    [2 * hour, "2 hours"],
    [30 * minute, "30 minutes"],
  ])("warns the creator before the window ends", async (left, text) => {
    const reviewEndsAt = after(now, left);
    await run(null, (ctx) => ctx.emit(windowClosing, { taskId, version: 1, reviewEndsAt }));
    const { items } = await inbox(creator);
    expect(items).toMatchObject([{ kind: "window_closing", path: previewPath(taskId, 1) }]);
    expect(items[0]?.description).toContain(`Version 1 expires in ${text}, on Nov 20, 2026, 1`);
  });

  it("asks the creator for an extension, until it is given", async () => {
    const reviewEndsAt = after(now, 30 * minute);
    const about = { taskId, version: 1, reviewEndsAt };
    await run(editor, (ctx) => ctx.emit(extensionRequested, about));
    expect((await inbox(creator)).items).toMatchObject([
      {
        kind: "extension_requested",
        title: "More time requested: Harbour at dawn",
        description:
          "Version 1 expires in 30 minutes, on Nov 20, 2026, 10:30 AM UTC. Your editor asks you to extend the review.",
        read: false,
      },
    ]);
    await run(creator, (ctx) => ctx.emit(windowExtended, about));
    expect((await inbox(creator)).items).toMatchObject([
      { description: "Version 1 is in review. You extended its review window.", read: true },
    ]);
  });

  it("tells the editor that an approval was undone", async () => {
    const about = { taskId, version: 1, reviewEndsAt: after(now, hour) };
    await run(creator, (ctx) => ctx.emit(approvalUndone, about));
    expect((await inbox(editor)).items).toMatchObject([
      { kind: "approval_undone", description: "The approval of version 1 was undone. No action needed." },
    ]);
    expect(await kindsOf(creator)).toEqual([]);
  });

  it("reminds the editor before the deadline", async () => {
    await run(null, (ctx) => ctx.emit(taskDueSoon, { taskId }));
    expect((await inbox(editor)).items).toMatchObject([{ kind: "due_soon", sender: null }]);
    expect(await kindsOf(creator)).toEqual([]);
  });

  it("sends the creator's feedback to the editor", async () => {
    const feedback = "The horizon tilts.";
    await run(creator, (ctx) => ctx.emit(changesRequested, { taskId, version: 1, feedback }));
    const { items } = await inbox(editor);
    expect(items[0]).toMatchObject({ kind: "changes_requested", description: "The horizon tilts." });
  });

  it("notifies each participant of what concerns them", async () => {
    await run(creator, (ctx) => ctx.emit(versionApproved, { taskId, version: 1 }));
    await run(null, (ctx) =>
      ctx.emit(versionRefused, { taskId, version: 2, failure: { code: "no_picture" } }),
    );
    await run(null, (ctx) => ctx.emit(uploadExpired, { taskId, version: 3 }));
    await run(null, (ctx) => ctx.emit(windowEnded, { taskId, version: 2 }));
    await run(null, (ctx) =>
      ctx.emit(publishFailed, {
        taskId,
        code: "invalid_title",
        platform: "YouTube",
      }),
    );
    await run(null, (ctx) => ctx.emit(published, { taskId, watchUrl: "https://video.example/1" }));
    expect(await kindsOf(editor)).toEqual([
      "published",
      "window_ended",
      "upload_expired",
      "file_rejected",
      "approved",
    ]);
    expect(await kindsOf(creator)).toEqual(["published", "publish_failed", "window_ended"]);
    const { items } = await inbox(creator);
    expect(items[1]).toMatchObject({
      description: problemMessage("invalid_title", "YouTube"),
      path: taskUpdatePath(taskId),
    });
    expect(items[2]).toMatchObject({ path: tasksPath("YOUTUBER", taskId), sender: null });
  });

  it("does not notify users of their own actions", async () => {
    await run(editor, (ctx) => ctx.emit(taskCreated, { taskId }));
    await run(creator, (ctx) => ctx.emit(published, { taskId, watchUrl: "https://video.example/1" }));
    // Of the task that the editor, as a manager, created for them.
    expect(await kindsOf(creator)).toEqual(["assigned"]);
    expect(await kindsOf(editor)).toEqual(["published"]);
  });

  it("notifies the editor when a task is cancelled, and of no other stage", async () => {
    await run(creator, (ctx) => ctx.emit(taskMoved, { taskId, from: "assigned", to: "in_review" }));
    expect(await kindsOf(editor)).toEqual([]);
    await run(creator, (ctx) => ctx.emit(taskMoved, { taskId, from: "in_review", to: "cancelled" }));
    expect((await inbox(editor)).items[0]?.title).toBe("Task cancelled: Harbour at dawn");
  });
});

describe("an edit", () => {
  const edit = (formerEditorId: number | null = null) =>
    run(creator, (ctx) =>
      ctx.emit(taskEdited, { taskId, assigned: formerEditorId !== null, formerEditorId }),
    );

  it("replaces an unread notification about the same task", async () => {
    await edit();
    await edit();
    expect(await kindsOf(editor)).toEqual(["changed"]);
    await run(editor, markAllRead);
    await edit();
    expect(await kindsOf(editor)).toEqual(["changed", "changed"]);
  });

  it("that changes the editor notifies the new and the former editor", async () => {
    await run(creator, (ctx) => ctx.emit(taskCreated, { taskId }));
    await change({ editorId: other.id });
    await edit(editor.id);
    expect(await kindsOf(other)).toEqual(["assigned"]);
    expect((await inbox(editor)).items[0]?.title).toBe("Task reassigned: Harbour at dawn");
    await edit();
    expect(await kindsOf(other)).toEqual(["changed", "assigned"]);
    await change({ editorId: editor.id });
    await edit(other.id);
    expect((await kindsOf(editor))[0]).toBe("assigned");
  });

  it("after the approval does not notify the editor", async () => {
    await change({ stage: "approved" });
    await edit();
    expect(await kindsOf(editor)).toEqual([]);
  });
});

describe("the inbox", () => {
  const draft = (at: number) => ({
    kind: "published" as const,
    data: { to: "editor", title: String(at) },
  });
  const fill = async (count: number) => {
    for (let at = 1; at <= count; at += 1) {
      const ids = { personId: editor.id, senderId: null, taskId: await makeTask() };
      await run(null, (ctx) => notify(ctx, { ...ids, ...draft(at) }));
    }
  };

  it("has pages, newest first, without gaps or repetitions", async () => {
    await fill(7);
    const titles: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: 3, ...(cursor !== null && { cursor }) };
      const page: Awaited<ReturnType<typeof listNotifications>> = await run(editor, (ctx) =>
        listNotifications(ctx, query, { log }),
      );
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(titles).toEqual([7, 6, 5, 4, 3, 2, 1].map((at) => `Published: ${at}`));
  });

  it("marks one and then all as read, idempotently", async () => {
    await fill(3);
    const { items } = await inbox(editor);
    const id = items[1]?.id ?? 0;
    await run(editor, (ctx) => markRead(ctx, id));
    await run(editor, (ctx) => markRead(ctx, id));
    const then = await inbox(editor);
    expect(await unreadOf(editor)).toBe(2);
    expect(then.items.map(({ read }) => read)).toEqual([false, true, false]);
    const unread = await run(editor, (ctx) => listNotifications(ctx, { ...page, unread: "true" }, { log }));
    expect(unread.items.map(({ title }) => title)).toEqual(["Published: 3", "Published: 1"]);
    await run(editor, markAllRead);
    expect((await inbox(editor)).items.map(({ read }) => read)).toEqual([true, true, true]);
    expect(await unreadOf(editor)).toBe(0);
  });

  it("is private to its user", async () => {
    await fill(1);
    const { items } = await inbox(editor);
    const id = items[0]?.id ?? 0;
    expect((await inbox(other)).items).toEqual([]);
    await expect(run(other, (ctx) => markRead(ctx, id))).rejects.toMatchObject({ status: 404 });
    await run(other, markAllRead);
    expect(await unreadOf(editor)).toBe(1);
  });

  it("shows a notification whose data doesn't fit its kind by its name, and logs it", async () => {
    await fill(2);
    const [newest, oldest] = (await inbox(editor)).items;
    await database.db.execute(sql`update notifications set data = '{}' where id = ${oldest?.id}`);
    const { items } = await inbox(editor);
    expect(items).toMatchObject([newest, { id: oldest?.id, description: "The details can't be shown." }]);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { notificationId: oldest?.id, kind: oldest?.kind },
      expect.any(String),
    );
  });

  it.each(["x", "-1", "1.5", "99999999999999999999"])("rejects the cursor %s", async (cursor) => {
    const list = run(editor, (ctx) => listNotifications(ctx, { limit: 3, cursor }, { log }));
    await expect(list).rejects.toMatchObject({ status: 422 });
  });
});
