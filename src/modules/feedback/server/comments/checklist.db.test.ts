import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { after, minute } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { rowsRead } from "#testing/rows-read.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { findCarriedOver } from "./list-queries.ts";
import { countOpen } from "./queries.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
const start = new Date();

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  app.setNow(start);
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor }, { createdAt: start });
});

async function comment(text: string, version = 1) {
  const body = { id: randomUUID(), version, inFrame: 5, outFrame: 9, text };
  await creator.call(feedbackEndpoints.addComment, { params: { id: taskId }, body });
  return { id: taskId, commentId: body.id };
}
const resolve = (params: { id: number; commentId: string }, resolved = true) =>
  creator.call(feedbackEndpoints.resolveComment, { params, body: { resolved } });
const mark = (
  params: { id: number; commentId: string },
  body: { done: boolean; note?: string },
  by = editor,
) => by.call(feedbackEndpoints.markDone, { params, body });
const checklist = async (version?: number) => {
  const query = version === undefined ? {} : { version };
  const { data } = await editor.call(feedbackEndpoints.checklist, { params: { id: taskId }, query });
  return data.comments;
};

it("comments that were open travel to the next version, with their replies", async () => {
  const open = await comment("Louder.");
  const answered = await comment("Darker.");
  const deleted = await comment("Never mind.");
  await editor.call(feedbackEndpoints.replyToComment, {
    params: open,
    body: { id: randomUUID(), text: "How much?" },
  });
  await resolve(answered);
  await creator.call(feedbackEndpoints.deleteComment, { params: deleted });
  expect((await checklist()).map(({ text }) => text)).toEqual(["Louder.", "How much?"]);
  await addVersionInReview(app.db, {
    taskId,
    editorId: editor.user.id,
    number: 2,
    createdAt: after(start, minute),
  });
  await comment("Shorter.", 2);
  expect((await checklist(2)).map(({ text }) => text)).toEqual(["Louder.", "How much?"]);
  expect(await checklist(1)).toEqual([]);
  expect((await checklist()).map(({ text }) => text)).toEqual(["Louder.", "How much?", "Shorter."]);
});

it("a comment resolved during the review of the next version stays in its checklist", async () => {
  const open = await comment("Louder.");
  await addVersionInReview(app.db, {
    taskId,
    editorId: editor.user.id,
    number: 2,
    createdAt: after(start, minute),
  });
  app.setNow(after(start, 2 * minute));
  await resolve(open);
  expect(await checklist(2)).toMatchObject([{ text: "Louder.", resolved: { by: creator.user.name } }]);
  expect(await checklist()).toEqual([]);
});

it("finds the open comments among thousands of resolved ones by an index", async () => {
  const open = await comment("Louder.");
  await app.db.execute(sql`
    insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, image_file_ids,
      mentions, created_at, resolved_at, resolved_by)
    select task_id, n, gen_random_uuid(), n, version, author_id, in_frame, out_frame, text, image_file_ids, mentions,
      created_at, created_at, author_id
    from comments, generate_series(2, 3000) n where task_id = ${taskId}`);
  await app.db.execute(sql`analyze comments`);
  await app.db.transaction(async (tx) => {
    const page = { taskId, before: 2, after: 0, limit: 100 };
    const carriedOver = () => findCarriedOver(tx, { ...page, openAt: after(start, minute) });
    for (let turn = 0; turn < 6; turn += 1) {
      // The sixth time, PostgreSQL may use a plan that knows no values.
      expect(await rowsRead(tx, "comments", carriedOver)).toBeLessThan(20);
    }
    expect((await carriedOver()).rows.map(({ id }) => id)).toEqual([open.commentId]);
    expect(await rowsRead(tx, "comments", () => countOpen(tx, taskId))).toBeLessThan(20);
  });
});

it("reads none of thousands of comments that were resolved before the upload, or are open on the newest version", async () => {
  const open = await comment("Louder.");
  await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, createdAt: start });
  await app.db.execute(sql`
    insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, image_file_ids,
      mentions, created_at, resolved_at, resolved_by)
    select task_id, n, gen_random_uuid(), n, 1 + n % 2, author_id, in_frame, out_frame, text, image_file_ids, mentions,
      created_at, case when n % 2 = 0 then created_at end, case when n % 2 = 0 then author_id end
    from comments, generate_series(2, 6000) n where task_id = ${taskId}`);
  await app.db.execute(sql`analyze comments`);
  await app.db.transaction(async (tx) => {
    const carriedOver = () =>
      findCarriedOver(tx, { taskId, before: 2, openAt: after(start, minute), after: 0, limit: 100 });
    expect(await rowsRead(tx, "comments", carriedOver)).toBeLessThan(20);
    expect((await carriedOver()).rows.map(({ id }) => id)).toEqual([open.commentId]);
  });
});

it("reads a page of thousands of comments only, open or resolved since the upload, and all of them by pages", async () => {
  await comment("Louder.");
  await app.db.execute(sql`
    insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, image_file_ids,
      mentions, created_at)
    select task_id, n, gen_random_uuid(), n, version, author_id, in_frame, out_frame, text, image_file_ids, mentions, created_at
    from comments, generate_series(2, 2000) n where task_id = ${taskId}`);
  await app.db.execute(sql`
    insert into comments (task_id, sequence, id, change, version, author_id, parent_id, in_frame, out_frame, text, image_file_ids,
      mentions, created_at)
    select task_id, 2000 + sequence, gen_random_uuid(), 2000 + sequence, version, author_id, id, in_frame, out_frame, text,
      image_file_ids, mentions, created_at
    from comments where task_id = ${taskId}`);
  await app.db.execute(sql`analyze comments`);
  await app.db.transaction(async (tx) => {
    const of = { taskId, before: 2, after: 0, limit: 100, openAt: null };
    expect(await rowsRead(tx, "comments", () => findCarriedOver(tx, of))).toBeLessThan(600);
    const sequences: number[] = [];
    for (let more = true; more;) {
      const page = await findCarriedOver(tx, { ...of, after: sequences.at(-1) ?? 0, limit: 300 });
      sequences.push(...page.rows.map(({ sequence }) => sequence));
      ({ more } = page);
    }
    expect(sequences).toEqual(Array.from({ length: 4000 }, (_, at) => at + 1));
    await tx.execute(
      sql`update comments set resolved_at = now(), resolved_by = author_id where task_id = ${taskId} and parent_id is null`,
    );
    const resolved = { ...of, openAt: after(start, -minute) };
    expect(await rowsRead(tx, "comments", () => findCarriedOver(tx, resolved))).toBeLessThan(600);
  });
});

it("the editor marks comments as done in the next version, before or after the upload", async () => {
  const before = await comment("Louder.");
  const later = await comment("Darker.");
  expect((await mark(before, { done: true, note: "+6 dB" })).data).toMatchObject({
    version: 1,
    inFrame: 5,
    done: { version: 2, note: "+6 dB" },
  });
  await addVersionInReview(app.db, {
    taskId,
    editorId: editor.user.id,
    number: 2,
    createdAt: after(start, minute),
  });
  expect((await mark(later, { done: true })).data.done).toMatchObject({ version: 2, note: "" });
  expect((await mark(later, { done: false })).data.done).toBeNull();
  expect(await checklist(2)).toMatchObject([{ done: { version: 2 } }, { done: null }]);
});

it("only the editor marks, and reopening a comment removes the mark", async () => {
  const params = await comment("Louder.");
  expect(await mark(params, { done: true }, creator)).toMatchObject({ status: 403 });
  await mark(params, { done: true });
  expect((await resolve(params, false)).data).toMatchObject({ done: null, resolved: null });
  await resolve(params);
  expect(await mark(params, { done: true })).toMatchObject({ status: 409, code: "resolved" });
});
