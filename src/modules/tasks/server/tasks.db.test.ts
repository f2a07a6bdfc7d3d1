import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Actor, Context } from "#core/server/context.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { type MediaServer, startMediaServer } from "#testing/media-server.ts";
import { taskForm } from "#testing/task-form.ts";

import type { Move } from "../rules.ts";
import { advanceTask, noteOnTask, presentTask, taskFor, updateVideoDetails } from "./actions.ts";
import { cancelTask, createTask, type TaskEdit, type TaskForm, updateTask } from "./editing.ts";
import { countTasks, listTasks } from "./listing.ts";

let server: MediaServer;
let creator: Actor;
let editor: Actor;
let other: Actor;

beforeAll(async () => {
  server = await startMediaServer();
  creator = await server.person("konkan", "YOUTUBER");
  editor = await server.person("anika", "EDITOR");
  other = await server.person("dev", "EDITOR");
});
afterAll(() => server.stop());
beforeEach(() => {
  server.live.length = 0;
});

const form = taskForm({ assignedTo: "anika", deadline: "2026-11-24" });

const as = <T>(actor: Actor, act: (ctx: Context) => Promise<T>) => server.run(actor, act);
const create = (more: Partial<TaskForm> = {}) => as(creator, (ctx) => createTask(ctx, { ...form, ...more }));
const edit = (id: number, more: Partial<TaskEdit>) =>
  as(creator, (ctx) => updateTask(ctx, id, { ...form, ...more }));

async function move(id: number, ...moves: Move[]): Promise<void> {
  for (const one of moves) await server.run(null, (ctx) => advanceTask(ctx, id, one));
}

/** A file as the form leaves it behind: received, not yet kept. */
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

function toldAbout(taskId: number): number[] {
  const letters = server.live.filter(
    ({ name, payload }) => name === "task_changed" && (payload as { taskId: number }).taskId === taskId,
  );
  return [...new Set(letters.flatMap(({ people }) => people))].sort((a, b) => a - b);
}

describe("a new task", () => {
  it("is assigned, and both people see it with each other's name", async () => {
    const { id } = await create({ tags: ["rain"], title: "Monsoon" });
    const seen = await as(editor, async (ctx) => presentTask(ctx, await taskFor(ctx, id)));
    expect(seen).toMatchObject({
      stage: "assigned",
      isCompleted: false,
      deadline: "2026-11-24T23:59:00.000Z",
      editor: { name: "anika", role: "EDITOR" },
      youtuber: { name: "konkan", role: "YOUTUBER" },
      tags: ["rain"],
      title: "Monsoon",
      version: 0,
      posterUrl: null,
    });
    expect(toldAbout(id)).toEqual([creator.id, editor.id]);
  });

  it.each([
    ["konkan", "Only an editor can be assigned"],
    ["nobody at all", "Nobody has that name. Pick an editor from the list."],
  ])("can't be given to %s", async (assignedTo, message) => {
    await expect(create({ assignedTo })).rejects.toMatchObject({
      status: 422,
      message,
      issues: [{ path: "assignedTo", message }],
    });
  });

  it("is not made by an account that is deleted meanwhile", async () => {
    const leaver = await server.person("leaver", "YOUTUBER");
    let attempt: Promise<unknown> = Promise.resolve();
    await server.run(leaver, async (ctx) => {
      await ctx.tx.execute(sql`update people set deleted_at = now() where id = ${leaver.id}`);
      attempt = as(leaver, (other) => createTask(other, form)).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect(await attempt).toMatchObject({ status: 401 });
  });

  it("keeps the files that came with it, and shows their addresses by name", async () => {
    const [one, two] = [await received(), await received()];
    const row = await create({ fileIds: [one], thumbnailFileId: two });
    expect(await statesOf(one, two)).toEqual(["kept", "kept"]);
    const shown = await as(creator, (ctx) => presentTask(ctx, row));
    expect(shown.attachments).toEqual([expect.stringMatching(new RegExp(`${one}/shot\\.png$`))]);
    expect(shown.thumbnail).toContain(two);
  });

  it("can't take somebody else's file", async () => {
    const foreign = await received(other);
    await expect(create({ fileIds: [foreign] })).rejects.toMatchObject({ status: 404 });
  });
});

describe("a task", () => {
  it("looks to strangers like one that does not exist", async () => {
    const { id } = await create();
    const unknown = { status: 404, code: "task_not_found" };
    await expect(as(other, (ctx) => taskFor(ctx, id))).rejects.toMatchObject(unknown);
    await expect(as(other, (ctx) => taskFor(ctx, id + 1000))).rejects.toMatchObject(unknown);
  });

  it("is written by its creator alone", async () => {
    const { id } = await create();
    const unknown = { status: 404, code: "task_not_found" };
    await expect(as(editor, (ctx) => updateTask(ctx, id, form))).rejects.toMatchObject(unknown);
    await expect(as(editor, (ctx) => cancelTask(ctx, id))).rejects.toMatchObject(unknown);
    const details = { title: "a", description: "b", tags: [], madeForKids: false };
    await expect(as(editor, (ctx) => updateVideoDetails(ctx, id, details))).rejects.toMatchObject(unknown);
  });

  it("moves only as the stages allow, and tells both people", async () => {
    const { id } = await create();
    await expect(move(id, "publish")).rejects.toMatchObject({ status: 409, code: "wrong_stage" });
    server.live.length = 0;
    await move(id, "version_playable", "approve");
    expect((await as(creator, (ctx) => taskFor(ctx, id))).stage).toBe("approved");
    expect(toldAbout(id)).toEqual([creator.id, editor.id]);
  });

  it("lets one of two moves at once win", async () => {
    const { id } = await create();
    await move(id, "version_playable");
    const outcomes = await Promise.allSettled([move(id, "approve"), move(id, "reject")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("carries what later rooms note on it", async () => {
    const { id } = await create();
    const reviewEndsAt = new Date("2026-11-22T10:00:00Z");
    await server.run(null, (ctx) => noteOnTask(ctx, id, { version: 3, reviewEndsAt, feedback: "Too long" }));
    const shown = await as(editor, async (ctx) => presentTask(ctx, await taskFor(ctx, id)));
    expect(shown).toMatchObject({
      version: 3,
      reviewEndsAt: reviewEndsAt.toISOString(),
      feedback: "Too long",
    });
  });

  it("tells that publishing failed, until it moves on", async () => {
    const { id } = await create();
    await move(id, "version_playable", "approve", "start_publishing", "publishing_failed");
    const failed = () =>
      as(editor, async (ctx) => (await presentTask(ctx, await taskFor(ctx, id))).publishFailed);
    expect(await failed()).toBe(true);
    await move(id, "window_over", "version_playable", "approve");
    expect(await failed()).toBe(false);
  });

  it("can be cancelled until it is published, not while it is on its way", async () => {
    const { id } = await create();
    await move(id, "version_playable", "approve", "start_publishing");
    await expect(as(creator, (ctx) => cancelTask(ctx, id))).rejects.toMatchObject({ code: "wrong_stage" });
    await move(id, "publishing_failed");
    expect((await as(creator, (ctx) => cancelTask(ctx, id))).stage).toBe("cancelled");
  });
});

describe("changing a task", () => {
  it("keeps the named attachments, removes the others and adds new ones", async () => {
    const files = [await received(), await received()];
    const { id } = await create({ fileIds: files });
    const shown = await as(creator, async (ctx) => presentTask(ctx, await taskFor(ctx, id)));
    const more = await received();
    const row = await edit(id, { oldAttachments: shown.attachments.slice(1), fileIds: [more] });
    expect(row.attachmentFileIds).toEqual([files[1], more]);
    expect(await statesOf(...files, more)).toEqual(["removing", "kept", "kept"]);
    expect(server.queue.map(({ data }) => data)).toContainEqual({ fileId: files[0] });
  });

  it("keeps all attachments where none are named", async () => {
    const fileIds = [await received()];
    const { id } = await create({ fileIds });
    expect((await edit(id, {})).attachmentFileIds).toEqual(fileIds);
  });

  it("replaces the thumbnail or takes it away, and leaves it otherwise", async () => {
    const [first, second] = [await received(), await received()];
    const { id } = await create({ thumbnailFileId: first });
    expect((await edit(id, {})).thumbnailFileId).toBe(first);
    expect((await edit(id, { thumbnailFileId: second })).thumbnailFileId).toBe(second);
    expect(await statesOf(first, second)).toEqual(["removing", "kept"]);
    expect((await edit(id, { removeThumbnail: true })).thumbnailFileId).toBeNull();
    expect(await statesOf(second)).toEqual(["removing"]);
  });

  it("gives it to another editor; the former one is told and no longer sees it", async () => {
    const { id } = await create();
    server.live.length = 0;
    await edit(id, { assignedTo: "dev" });
    expect(toldAbout(id)).toEqual([creator.id, editor.id, other.id]);
    await expect(as(editor, (ctx) => taskFor(ctx, id))).rejects.toMatchObject({ status: 404 });
    expect((await as(other, (ctx) => taskFor(ctx, id))).editorId).toBe(other.id);
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

  it("ends when the video is on its way", async () => {
    const { id } = await create();
    await move(id, "version_playable", "approve", "start_publishing");
    await expect(edit(id, {})).rejects.toMatchObject({ code: "wrong_stage" });
  });

  it("writes the video's details, and its thumbnail only where one is named", async () => {
    const thumbnailFileId = await received();
    const { id } = await create({ thumbnailFileId });
    const details = { title: "Monsoon", description: "Rain.", tags: ["rain", "train"], madeForKids: true };
    const saved = await as(creator, (ctx) => updateVideoDetails(ctx, id, details));
    expect(saved).toMatchObject({ ...details, thumbnailFileId });
    const without = { ...details, thumbnailFileId: null };
    expect((await as(creator, (ctx) => updateVideoDetails(ctx, id, without))).thumbnailFileId).toBeNull();
  });
});

describe("the list of tasks", () => {
  it("shows each side its own, newest first, page by page", async () => {
    const [maker, cutter] = [
      await server.person("list-maker", "YOUTUBER"),
      await server.person("list-cutter", "EDITOR"),
    ];
    const ids: number[] = [];
    for (let number = 0; number < 5; number += 1) {
      const row = await as(maker, (ctx) => createTask(ctx, { ...form, assignedTo: "list-cutter" }));
      ids.unshift(row.id);
    }
    const first = await as(cutter, (ctx) => listTasks(ctx, { limit: 3 }));
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const cursor = first.nextCursor ?? undefined;
    const second = await as(maker, (ctx) => listTasks(ctx, { limit: 3, cursor }));
    expect(second.items.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(second.nextCursor).toBeNull();
    expect((await as(creator, (ctx) => listTasks(ctx, { limit: 100 }))).items).not.toContainEqual(
      expect.objectContaining({ id: ids[0] }),
    );
  });

  it("splits open from completed tasks and counts both; cancelled ones are neither", async () => {
    const maker = await server.person("shelf-maker", "YOUTUBER");
    await server.person("shelf-cutter", "EDITOR");
    const make = () => as(maker, (ctx) => createTask(ctx, { ...form, assignedTo: "shelf-cutter" }));
    const [open, done, cancelled] = [await make(), await make(), await make()];
    await move(done.id, "version_playable", "approve", "start_publishing", "publish");
    await move(cancelled.id, "cancel");
    const shelf = async (completed?: boolean) =>
      (await as(maker, (ctx) => listTasks(ctx, { limit: 30, completed }))).items.map(({ id }) => id);
    expect(await shelf(false)).toEqual([open.id]);
    expect(await shelf(true)).toEqual([done.id]);
    expect(await shelf()).toEqual([cancelled.id, done.id, open.id]);
    expect(await as(maker, countTasks)).toEqual({ assigned: 1, completed: 1 });
  });

  it("is empty for somebody without a role", async () => {
    const undecided = await server.person("undecided", "NORMAL");
    expect(await as(undecided, (ctx) => listTasks(ctx, { limit: 30 }))).toEqual({
      items: [],
      nextCursor: null,
    });
    expect(await as(undecided, countTasks)).toEqual({ assigned: 0, completed: 0 });
  });

  it.each(["x", "-1", "1;drop"])("refuses %j as a cursor", async (cursor) => {
    await expect(as(creator, (ctx) => listTasks(ctx, { limit: 3, cursor }))).rejects.toMatchObject({
      status: 422,
    });
  });

  it("reads the open tasks of a person with thousands of finished ones through their own index", async () => {
    const plan = await server.run(creator, async (ctx) => {
      await ctx.tx.execute(sql`
        insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title,
          description, made_for_kids, tags, attachment_file_ids, created_at, updated_at)
        select ${creator.id}, ${editor.id}, 'published', 'a', 'b', now(), '', '', false, '{}', '{}', now(), now()
        from generate_series(1, 20000)`);
      await ctx.tx.execute(sql`analyze tasks`);
      const { rows } = await ctx.tx.execute<{ "QUERY PLAN": string }>(sql`
        explain select * from tasks where creator_id = ${creator.id}
        and stage not in ('published', 'cancelled') order by id desc limit 31`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain("Index Scan Backward using tasks_open_of_creator");
    expect(plan).not.toContain("Sort");
  });
});
