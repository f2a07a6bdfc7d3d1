import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";

import { eq, sql } from "drizzle-orm";
import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { pageBytes } from "#core/server/cut-page.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { type Drawing, drawingLimits } from "#modules/feedback/contract/drawing.ts";
import { exportEndpoints } from "#modules/feedback/contract/export.ts";
import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { maxVersionBytes } from "#modules/feedback/rules/comments.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { rowsRead } from "#testing/rows-read.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { commentCounters, comments } from "../tables.ts";
import { findOfVersion } from "./list-queries.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
});

/** Zigzags, which have no points to drop. */
const scribble: Drawing = {
  shapes: Array.from({ length: 4 }, (_, stroke) => ({
    kind: "pen",
    color: "red",
    width: 0.01,
    points: Array.from({ length: drawingLimits.points }, (_point, at): [number, number] => [
      at / drawingLimits.points,
      at % 2 === 0 ? 0.1234 : 0.5678 + stroke / 100,
    ]),
  })),
};

const add = (about: object = {}) =>
  creator.call(feedbackEndpoints.addComment, {
    params: { id: taskId },
    body: { id: randomUUID(), version: 1, inFrame: 1, outFrame: 1, text: "Here.", ...about },
  });

interface Page {
  comments: { id: string; drawing: Drawing | null }[];
}

/** Ids and sizes of all pages of a list; `load` returns a page and where the next one begins. */
async function pagesOf(load: (after: number) => Promise<{ page: Page; next: number | null }>) {
  const pages: Page[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { page, next } = await load(after);
    pages.push(page);
    after = next;
  }
  return pages;
}

describe("comments with large drawings", () => {
  const count = 10;
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (let at = 0; at < count; at += 1) ids.push((await add({ drawing: scribble })).data.id);
  });

  const limit = 1000;
  const lists: Record<string, (after: number) => Promise<{ page: Page; next: number | null }>> = {
    "the list": async (after) => {
      const query = { version: 1, after, limit };
      const { data } = await editor.call(feedbackEndpoints.comments, { params: { id: taskId }, query });
      return { page: data, next: data.next };
    },
    "the changes": async (after) => {
      const query = { after, limit };
      const { data } = await editor.call(feedbackEndpoints.commentChanges, { params: { id: taskId }, query });
      return { page: data, next: data.more ? data.change : null };
    },
    "the sheet": async (after) => {
      const query = { version: 1, after, limit };
      const { data } = await editor.call(exportEndpoints.commentSheet, { params: { id: taskId }, query });
      return { page: data, next: data.next };
    },
    "the checklist": async (after) => {
      const query = { after, limit };
      const { data } = await editor.call(feedbackEndpoints.checklist, { params: { id: taskId }, query });
      return { page: data, next: data.next };
    },
  };

  it.each(Object.entries(lists))("are divided into pages by their size in %s", async (_, load) => {
    const pages = await pagesOf(load);
    const all = pages.flatMap((page) => page.comments);
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all.every(({ drawing }) => isDeepStrictEqual(drawing, scribble))).toBe(true);
    expect(pages.length).toBeGreaterThan(2);
    expect(Math.max(...pages.map((page) => page.comments.length))).toBeLessThanOrEqual(count / 2);
  });

  it("are divided into pages for guests, also as changes", async () => {
    const { data: link } = await creator.call(guestLinkEndpoints.createGuestLink, {
      params: { id: taskId },
      body: { mayComment: true },
    });
    const params = { linkId: link.id };
    const body = { secret: link.path?.split("#")[1] ?? "", name: "Anna" };
    const { cookie } = await app.nobody.call(guestEndpoints.openGuestLink, { params, body });
    const guest = createClient(inProcess(app.app), cookie);
    const listed = await pagesOf(async (after) => {
      const { data } = await guest.call(guestEndpoints.guestComments, { params, query: { after, limit } });
      return { page: data, next: data.next };
    });
    const changed = await pagesOf(async (after) => {
      const query = { after, limit };
      const { data } = await guest.call(guestEndpoints.guestCommentChanges, { params, query });
      return { page: data, next: data.more ? data.change : null };
    });
    for (const pages of [listed, changed]) {
      expect(pages.flatMap((page) => page.comments.map(({ id }) => id))).toEqual(ids);
      expect(pages.length).toBeGreaterThan(2);
    }
  });
});

it("reads texts of one page only from the database", async () => {
  const first = (await add()).data;
  await app.db.execute(sql`
    insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, image_file_ids, mentions, created_at)
    select ${taskId}, n, gen_random_uuid(), n, 1, ${creator.user.id}::bigint, 1, 1, repeat('雨', 5000), '{}', '{}', now()
    from generate_series(${first.sequence + 1}::int, 200) n`);
  const { db, pool } = connect(app.connection, { max: 1 });
  let socket: Socket | undefined;
  pool.on("connect", (client) => (socket = (client as Client).connection.stream as Socket));
  const { rows, more } = await findOfVersion(db, { taskId, version: 1, after: 0, limit: 1000 });
  expect(more).toBe(true);
  expect(rows.length).toBeGreaterThan(10);
  expect(socket?.bytesRead).toBeGreaterThan(rows.length * 15_000 - 15_000);
  expect(socket?.bytesRead).toBeLessThan(1.5 * pageBytes);
  await pool.end();
});

it("reads no more comments than the smallest that fill a page", async () => {
  const first = (await add()).data;
  await app.db.execute(sql`
    insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, image_file_ids, mentions, created_at)
    select ${taskId}, n, gen_random_uuid(), n, 1, ${creator.user.id}::bigint, 1, 1, 'Here.', '{}', '{}', now()
    from generate_series(${first.sequence + 1}::int, 1200) n`);
  const page = { taskId, version: 1, after: first.sequence, limit: 1000 };
  await app.db.transaction(async (tx) => {
    expect(await rowsRead(tx, "comments", () => findOfVersion(tx, page))).toBeLessThan(300);
    expect(await findOfVersion(tx, page)).toMatchObject({ more: true, rows: { length: 260 } });
  });
});

it("drops points of a stroke that do not change it, when a comment is added and edited", async () => {
  const points = Array.from({ length: drawingLimits.points }, (_, at): [number, number] => [at / 1000, 0.5]);
  const drawing: Drawing = { shapes: [{ kind: "pen", color: "red", width: 0.01, points }] };
  const stored = { shapes: [{ points: [points[0], points.at(-1)] }] };
  const { data } = await add({ drawing });
  expect(data.drawing).toMatchObject(stored);
  const params = { id: taskId, commentId: data.id };
  const edited = await creator.call(feedbackEndpoints.editComment, { params, body: { text: "", drawing } });
  expect(edited.data.drawing).toMatchObject(stored);
});

it("refuses comments on a version whose texts and drawings have reached their size, and allows to make space", async () => {
  const first = (await add({ drawing: scribble })).data;
  const { data: second } = await add();
  const full = "x".repeat(maxVersionBytes - 100_000);
  await app.db.update(comments).set({ text: full }).where(eq(comments.id, second.id));
  await app.db.update(commentCounters).set({ lastSequence: 9000 });
  const edit = (id: string, body: { text: string; drawing?: Drawing | null }) =>
    creator.call(feedbackEndpoints.editComment, { params: { id: taskId, commentId: id }, body });
  expect(await add({ drawing: scribble })).toMatchObject({ status: 409, code: "version_full" });
  expect(await edit(first.id, { text: "x".repeat(5000) })).toMatchObject({ status: 200 });
  const { data: small } = await add();
  expect(await edit(small.id, { text: "", drawing: scribble })).toMatchObject({ code: "version_full" });
  await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2 });
  expect(await add({ version: 2, drawing: scribble })).toMatchObject({ status: 200 });
  expect(await edit(first.id, { text: "Here.", drawing: null })).toMatchObject({ status: 200 });
  expect(await add({ drawing: scribble })).toMatchObject({ status: 200 });
});
