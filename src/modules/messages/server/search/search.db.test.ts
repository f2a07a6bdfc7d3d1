import { createHash } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { rowsRead } from "#testing/rows-read.ts";
import { type Person, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { lockOrCreateConversation } from "../conversations/queries.ts";
import { searchMessages } from "../messages/queries.ts";
import { findMessages } from "./search.ts";

let app: TestApp;
let anika: Person;
let jonas: Person;
let meera: TestActor;
let kavya: TestActor;

beforeAll(async () => {
  app = await startApp();
  anika = await app.join("anika", "EDITOR");
  jonas = await app.join("jonas", "EDITOR");
  meera = await app.person("meera", "YOUTUBER");
  kavya = await app.person("kavya", "EDITOR");
});
afterAll(async () => app?.stop());

/** Runs `act` while no statement can read messages. */
async function whileMessagesAreLocked<T>(act: () => Promise<T>): Promise<T> {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table messages in access exclusive mode`);
    return act();
  });
}

const search = (person: Person) => person.call(messagesEndpoints.search, { query: { query: "konkan" } });

it("ends a search that takes too long, and says what to do", async () => {
  await whileMessagesAreLocked(() =>
    expect(app.run(meera, (ctx) => findMessages(ctx, "konkan", 50))).rejects.toMatchObject({
      status: 422,
      code: "search_too_slow",
      message: "This search takes too long. Type more letters of the message.",
    }),
  );
});

it("runs three searches of one user at most, and those of others meanwhile", async () => {
  const { running, refused, other } = await whileMessagesAreLocked(async () => {
    const started = [search(anika), search(anika), search(anika), search(anika)];
    const first = await Promise.race(started);
    return { running: started, refused: first, other: search(jonas) };
  });
  expect(refused).toMatchObject({ status: 429, code: "searches_busy" });
  const statuses = (await Promise.all(running)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
  expect((await other).status).toBe(200);
});

it("reads little of a long conversation, whether many messages match or few", async () => {
  const read = await app.db.transaction(async (tx) => {
    const { id } = await lockOrCreateConversation(tx, [meera.id, kavya.id], new Date());
    await tx.execute(sql`
      insert into messages (conversation_id, sequence, id, change, text, image_file_ids, sent_at)
      select ${id}, n, gen_random_uuid(), n, 'Konkan ' || md5(n::text), '{}', now() + n * interval '1 second'
      from generate_series(1, 10000) n`);
    await tx.execute(sql`update conversations set last_sequence = 10000 where id = ${id}`);
    await tx.execute(sql`analyze messages`);
    const search = (text: string) =>
      rowsRead(tx, "messages", () => searchMessages(tx, { personId: meera.id, text, limit: 30 }));
    const rare = createHash("md5").update("77").digest("hex");
    const short = await search("zq");
    return { frequent: await search("konkan"), rare: await search(rare), none: await search("zebra"), short };
  });
  expect(Math.max(read.frequent, read.rare, read.none)).toBeLessThan(200);
  expect(read.frequent).toBeGreaterThanOrEqual(30);
  expect(read.short).toBeLessThan(1100);
});
