import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { fillWithLargestRows } from "#testing/largest-rows.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  const taskId = await addTaskInReview(app.db, { creator, editor });
  await fillWithLargestRows(app.db, { taskId, creatorId: creator.user.id, editorId: editor.user.id });
});
afterAll(async () => app?.stop());

async function idsOf(statement: SQL): Promise<number[]> {
  return (await app.db.execute<{ id: string | number }>(statement)).rows.map(({ id }) => Number(id));
}

it("pages of tasks with long texts end before their limit, and have all tasks", async () => {
  const pages: number[][] = [];
  for (let cursor: string | undefined, more = true; more;) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const url = endpointAddress(boardEndpoints.fetchTasks, { query });
    const response = await app.app.inject({ url, headers: { cookie: creator.cookie } });
    const { data, nextCursor } = response.json<{ data: { id: number }[]; nextCursor: string | null }>();
    pages.push(data.map(({ id }) => id));
    cursor = nextCursor ?? undefined;
    more = nextCursor !== null;
  }
  const own = sql`select id from tasks where creator_id = ${creator.user.id} order by id desc`;
  expect(pages.flat()).toEqual(await idsOf(own));
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(20);
});

it("a data download has all rows of lists that are read in batches, once and in their order", async () => {
  const { data } = await creator.call(accountDeletionEndpoints.downloadData, {});
  const { tasks, comments, messages } = data as Record<
    "tasks" | "comments",
    { id?: number; sequence?: number }[]
  > & {
    messages: { sent: { to: string; sequence: number }[] };
  };
  const own = creator.user.id;
  expect(tasks.map(({ id }) => id)).toEqual(
    await idsOf(sql`select id from tasks where creator_id = ${own} order by id`),
  );
  expect(comments.map(({ sequence }) => sequence)).toEqual(
    await idsOf(sql`select sequence as id from comments where author_id = ${own} order by sequence`),
  );
  expect(messages.sent.map(({ sequence }) => sequence)).toEqual(
    await idsOf(
      sql`select sequence as id from messages where sender_id = ${own} order by conversation_id, sequence`,
    ),
  );
  expect(messages.sent.length).toBeGreaterThan(400);
  expect(new Set(messages.sent.map(({ to }) => to)).size).toBeGreaterThan(100);
});
