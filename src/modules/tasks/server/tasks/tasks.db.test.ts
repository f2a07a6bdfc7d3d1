import { randomUUID } from "node:crypto";

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor, Context } from "#core/server/context.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { type Move, newTaskLimit } from "#modules/tasks/rules/stages.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

import { advanceTask, presentTask, taskFor, updateVideoDetails } from "../public/tasks.ts";
import {
  admitNewTask,
  cancelTask,
  createTask,
  type NewTaskForm,
  type TaskEdit,
  type TaskForm,
  updateTask,
} from "./task-form.ts";

let server: TestApp;
let creator: Actor;
let editor: Actor;
let other: Actor;

beforeAll(async () => {
  server = await startApp();
  creator = await server.person("konkan", "YOUTUBER");
  editor = await server.person("anika", "EDITOR");
  other = await server.person("dev", "EDITOR");
});
afterAll(() => server.stop());
beforeEach(() => {
  server.realtimeMessages.length = 0;
});

const form = taskForm({ assignedTo: "anika", deadline: "2026-11-24" });

const as = <T>(actor: Actor, act: (ctx: Context) => Promise<T>) => server.run(actor, act);
const create = (more: Partial<TaskForm> = {}) => as(creator, (ctx) => createTask(ctx, { ...form, ...more }));
const edit = (id: number, more: Partial<TaskEdit>) =>
  as(creator, (ctx) => updateTask(ctx, id, { ...form, ...more }));

async function move(id: number, ...moves: Move[]): Promise<void> {
  for (const one of moves) await server.run(null, (ctx) => advanceTask(ctx, id, one));
}

/** A received file that is not kept yet. */
async function received(person = creator): Promise<string> {
  const id = randomUUID();
  const file = { id, name: "shot.png", type: "image/png", bytes: 10, state: "staged", createdAt: new Date() };
  await server.run(null, (ctx) =>
    ctx.tx.insert(storedFiles).values({ ...file, state: "staged", personId: person.id }),
  );
  return id;
}

async function statesOf(...ids: string[]): Promise<(string | undefined)[]> {
  const rows = await server.run(null, (ctx) => ctx.tx.select().from(storedFiles));
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
}

function notifiedOf(taskId: number): number[] {
  const messages = server.realtimeMessages.filter(
    ({ name, payload }) => name === "task_changed" && (payload as { taskId: number }).taskId === taskId,
  );
  return [...new Set(messages.flatMap(({ people }) => people))].sort((a, b) => a - b);
}

describe("a new task", () => {
  it("is assigned, and its creator and editor see it", async () => {
    const { id } = await create({ tags: ["rain"], title: "Monsoon" });
    const seen = await as(editor, async (ctx) => presentTask(ctx, await taskFor(ctx, id, "view")));
    expect(seen).toMatchObject({
      stage: "assigned",
      isCompleted: false,
      deadline: "2026-11-24T23:59:00.000Z",
      editor: { name: "anika", role: "EDITOR" },
      youtuber: { name: "konkan", role: "YOUTUBER" },
      tags: ["rain"],
      title: "Monsoon",
    });
    expect(notifiedOf(id)).toEqual([creator.id, editor.id]);
  });

  it("is refused to a creator who has made as many as a program could", async () => {
    await create();
    await server.db.update(rateLimits).set({ attempts: newTaskLimit.attempts });
    await expect(create()).rejects.toMatchObject({ status: 429, code: "too_many" });
    await server.db.delete(rateLimits);
    await create();
  });

  it.each([
    ["konkan", "Only an editor can be assigned"],
    ["nobody at all", "No editor with that name. Choose one from the list."],
  ])("can't be assigned to %s", async (assignedTo, message) => {
    await expect(create({ assignedTo })).rejects.toMatchObject({
      status: 422,
      message,
      issues: [{ path: "assignedTo", message }],
    });
  });

  it("is not created if the creator's account is deleted at the same time", async () => {
    const leaver = await server.person("leaver", "YOUTUBER");
    let attempt: Promise<unknown> = Promise.resolve();
    await server.run(leaver, async (ctx) => {
      await ctx.tx.execute(sql`update people set deleted_at = now() where id = ${leaver.id}`);
      attempt = as(leaver, (other) => createTask(other, form)).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect(await attempt).toMatchObject({ status: 401 });
  });

  it("keeps its files and returns URLs with their names", async () => {
    const [one, two] = [await received(), await received()];
    const row = await create({ fileIds: [one], thumbnailFileId: two });
    expect(await statesOf(one, two)).toEqual(["kept", "kept"]);
    const shown = await as(creator, (ctx) => presentTask(ctx, row));
    expect(shown.attachments).toEqual([expect.stringMatching(new RegExp(`${one}/shot\\.png$`))]);
    expect(shown.thumbnail).toContain(two);
  });

  it("can't use another user's file", async () => {
    const foreign = await received(other);
    await expect(create({ fileIds: [foreign] })).rejects.toMatchObject({ status: 404 });
  });
});

describe("a task", () => {
  it("does not exist for other users", async () => {
    const { id } = await create();
    const unknown = { status: 404, code: "task_not_found" };
    await expect(as(other, (ctx) => taskFor(ctx, id, "view"))).rejects.toMatchObject(unknown);
    await expect(as(other, (ctx) => taskFor(ctx, id + 1000, "view"))).rejects.toMatchObject(unknown);
  });

  it("is edited only by its creator", async () => {
    const { id } = await create();
    const refused = { status: 403, code: "missing_right" };
    await expect(as(editor, (ctx) => updateTask(ctx, id, form))).rejects.toMatchObject(refused);
    await expect(as(editor, (ctx) => cancelTask(ctx, id))).rejects.toMatchObject(refused);
    const details = { title: "a", description: "b", tags: [], madeForKids: false };
    await expect(as(editor, (ctx) => updateVideoDetails(ctx, id, details))).rejects.toMatchObject(refused);
  });

  it("moves only to allowed stages, and notifies creator and editor", async () => {
    const { id } = await create();
    await expect(move(id, "publish")).rejects.toMatchObject({ status: 409, code: "wrong_stage" });
    server.realtimeMessages.length = 0;
    await move(id, "version_playable", "approve");
    expect((await as(creator, (ctx) => taskFor(ctx, id, "view"))).stage).toBe("approved");
    expect(notifiedOf(id)).toEqual([creator.id, editor.id]);
  });

  it("makes only one of two concurrent moves", async () => {
    const { id } = await create();
    await move(id, "version_playable");
    const outcomes = await Promise.allSettled([move(id, "approve"), move(id, "reject")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("can be cancelled before publishing and after a failed publication", async () => {
    const { id } = await create();
    await move(id, "version_playable", "approve", "start_publishing");
    await expect(as(creator, (ctx) => cancelTask(ctx, id))).rejects.toMatchObject({ code: "wrong_stage" });
    await move(id, "publishing_failed");
    expect((await as(creator, (ctx) => cancelTask(ctx, id))).stage).toBe("cancelled");
  });
});

describe("updating a task", () => {
  it("keeps the listed attachments, deletes the others and adds new ones", async () => {
    const files = [await received(), await received()];
    const { id } = await create({ fileIds: files });
    const shown = await as(creator, async (ctx) => presentTask(ctx, await taskFor(ctx, id, "view")));
    const more = await received();
    const row = await edit(id, { oldAttachments: shown.attachments.slice(1), fileIds: [more] });
    expect(row.attachmentFileIds).toEqual([files[1], more]);
    expect(await statesOf(...files, more)).toEqual(["removing", "kept", "kept"]);
    expect(server.queue.map(({ data }) => data)).toContainEqual({ fileIds: [files[0]] });
  });

  it("keeps all attachments without a list", async () => {
    const fileIds = [await received()];
    const { id } = await create({ fileIds });
    expect((await edit(id, {})).attachmentFileIds).toEqual(fileIds);
  });

  it("replaces, removes or keeps the thumbnail", async () => {
    const [first, second] = [await received(), await received()];
    const { id } = await create({ thumbnailFileId: first });
    expect((await edit(id, {})).thumbnailFileId).toBe(first);
    expect((await edit(id, { thumbnailFileId: second })).thumbnailFileId).toBe(second);
    expect(await statesOf(first, second)).toEqual(["removing", "kept"]);
    expect((await edit(id, { removeThumbnail: true })).thumbnailFileId).toBeNull();
    expect(await statesOf(second)).toEqual(["removing"]);
  });

  it("can't lose a thumbnail in use; the row of a replaced one can be deleted", async () => {
    const [first, second] = [await received(), await received()];
    const { id } = await create({ thumbnailFileId: first });
    await edit(id, { thumbnailFileId: second });
    const remove = (fileId: string) =>
      server.run(null, (ctx) => ctx.tx.delete(storedFiles).where(eq(storedFiles.id, fileId)));
    await expect(remove(second)).rejects.toMatchObject({ cause: { code: "23503" } });
    await remove(first);
    expect(await statesOf(first, second)).toEqual([undefined, "kept"]);
  });

  it("is refused with a file that has expired", async () => {
    const { id } = await create();
    const expired = { thumbnailFileId: randomUUID() };
    await expect(edit(id, expired)).rejects.toMatchObject({ status: 404 });
    await expect(create(expired)).rejects.toMatchObject({ status: 404 });
    const details = { title: "", description: "", tags: [], madeForKids: false, ...expired };
    await expect(as(creator, (ctx) => updateVideoDetails(ctx, id, details))).rejects.toMatchObject({
      status: 404,
    });
  });

  it("reassigns it; the former editor is notified and loses access", async () => {
    const { id } = await create();
    server.realtimeMessages.length = 0;
    await edit(id, { assignedTo: "dev" });
    expect(notifiedOf(id)).toEqual([creator.id, editor.id, other.id]);
    await expect(as(editor, (ctx) => taskFor(ctx, id, "view"))).rejects.toMatchObject({ status: 404 });
    expect((await as(other, (ctx) => taskFor(ctx, id, "view"))).editorId).toBe(other.id);
  });

  it("keeps the editor while a version is in review", async () => {
    const { id } = await create();
    await move(id, "version_playable");
    await expect(edit(id, { assignedTo: "dev" })).rejects.toMatchObject({
      status: 409,
      code: "editor_fixed",
    });
    expect((await edit(id, { taskTitle: "Monsoon, again" })).taskTitle).toBe("Monsoon, again");
  });

  it("is refused while the task is publishing", async () => {
    const { id } = await create();
    await move(id, "version_playable", "approve", "start_publishing");
    await expect(edit(id, {})).rejects.toMatchObject({ code: "wrong_stage" });
  });

  it("saves the video details, and the thumbnail only if it is given", async () => {
    const thumbnailFileId = await received();
    const { id } = await create({ thumbnailFileId });
    const details = { title: "Monsoon", description: "Rain.", tags: ["rain", "train"], madeForKids: true };
    const saved = await as(creator, (ctx) => updateVideoDetails(ctx, id, details));
    expect(saved).toMatchObject({ ...details, thumbnailFileId });
    const without = { ...details, thumbnailFileId: null };
    expect((await as(creator, (ctx) => updateVideoDetails(ctx, id, without))).thumbnailFileId).toBeNull();
  });
});

describe("a copy of a task", () => {
  const copy = (id: number, more: Partial<NewTaskForm> = {}, actor = creator) =>
    as(actor, (ctx) => createTask(ctx, { ...form, copyOf: id, ...more }));

  it("has the chosen files of the task, and new ones", async () => {
    const [first, second, thumbnail] = [await received(), await received(), await received()];
    const { id } = await create({ fileIds: [first, second], thumbnailFileId: thumbnail });
    expect(await copy(id)).toMatchObject({
      stage: "assigned",
      attachmentFileIds: [first, second],
      thumbnailFileId: thumbnail,
    });
    const shown = await as(creator, async (ctx) => presentTask(ctx, await taskFor(ctx, id, "view")));
    const more = await received();
    const chosen = { oldAttachments: shown.attachments.slice(1), fileIds: [more], removeThumbnail: true };
    expect(await copy(id, chosen)).toMatchObject({
      attachmentFileIds: [second, more],
      thumbnailFileId: null,
    });
    const another = await received();
    expect((await copy(id, { thumbnailFileId: another })).thumbnailFileId).toBe(another);
    expect(await statesOf(first, second, thumbnail, more, another)).toEqual(Array(5).fill("kept"));
  });

  it("shares files, which are deleted once no task has them, also if two give them up at once", async () => {
    const [attachment, thumbnail] = [await received(), await received()];
    const { id } = await create({ fileIds: [attachment], thumbnailFileId: thumbnail });
    const other = await copy(id);
    const last = await copy(id);
    await edit(id, { oldAttachments: [], removeThumbnail: true });
    expect(await statesOf(attachment, thumbnail)).toEqual(["kept", "kept"]);
    await Promise.all(
      [other, last].map((task) => edit(task.id, { oldAttachments: [], removeThumbnail: true })),
    );
    expect(await statesOf(attachment, thumbnail)).toEqual(["removing", "removing"]);
  });

  it("is made of an own task only", async () => {
    const { id } = await create({ fileIds: [await received()] });
    const stranger = await server.person("stranger", "YOUTUBER");
    await expect(copy(id, {}, stranger)).rejects.toMatchObject({ code: "task_not_found" });
    await expect(as(stranger, (ctx) => admitNewTask(ctx, { ...form, copyOf: id }))).rejects.toMatchObject({
      code: "task_not_found",
    });
  });
});
