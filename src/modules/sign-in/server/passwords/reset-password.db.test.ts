import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { people } from "#modules/people/server/tables.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { startFlow } from "../flows/flows.ts";
import { identities, passkeys } from "../tables.ts";
import { resetPassword, resetFlow } from "./reset-password.ts";

const email = "owner@example.com";
const now = new Date("2026-11-20T10:00:00Z");
let database: FreshDatabase;
let run: Run;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, { clock: () => now });
});
afterAll(async () => database.close());
beforeEach(async () => void (await database.db.delete(people)));

/** Creates an account with a passkey and a Google account and resets its password by email. */
async function resetAccount(emailVerified: boolean): Promise<void> {
  const { id: personId } = await run(null, (ctx) =>
    createPerson(ctx, { email, role: "EDITOR", passwordHash: null }),
  );
  await database.db.update(people).set({ emailVerified });
  await database.db.insert(passkeys).values({
    id: "key",
    personId,
    publicKey: "key",
    counter: 0,
    transports: [],
    name: "Firefox on Linux",
    createdAt: now,
  });
  await database.db
    .insert(identities)
    .values({ provider: "google", subject: "1", personId, email, connectedAt: now });
  const ticket = await run(null, (ctx) => startFlow(ctx, resetFlow, { personId }));
  await resetPassword(
    (act) => run(null, act),
    { email, password: "a new reel every day" },
    { token: ticket },
  );
}

const waysIn = async () => [
  await database.db.select().from(passkeys),
  await database.db.select().from(identities),
];

describe("resetting the password", () => {
  it("removes the access of a person who registered the address without owning it", async () => {
    await resetAccount(false);
    expect(await waysIn()).toEqual([[], []]);
    const [owner] = await database.db.select().from(people);
    expect(owner?.emailVerified).toBe(true);
    expect(owner?.passwordHash).toMatch(/^\$argon2id/);
  });

  it("keeps the other sign-in methods of an owner with a confirmed email", async () => {
    await resetAccount(true);
    expect((await waysIn()).map((rows) => rows.length)).toEqual([1, 1]);
  });
});
