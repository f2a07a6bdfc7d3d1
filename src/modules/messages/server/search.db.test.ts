import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { type Person, startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { messagesEndpoints } from "../contract.ts";
import { findMessages } from "./search.ts";

let app: TestApp;
let anika: Person;
let jonas: Person;
let meera: TestActor;

beforeAll(async () => {
  app = await startApp();
  anika = await app.join("anika", "EDITOR");
  jonas = await app.join("jonas", "EDITOR");
  meera = await app.person("meera", "YOUTUBER");
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
