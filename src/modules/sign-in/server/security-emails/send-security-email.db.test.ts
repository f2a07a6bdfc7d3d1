import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { Actor, Run } from "#core/server/context.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { findPerson } from "#modules/people/server/public/credentials.ts";
import { securityEmailLimits, signInLimits } from "#modules/sign-in/rules/sign-in.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { changePassword } from "../passwords/change-password.ts";
import { hashPassword } from "../passwords/password-hash.ts";
import { clearAttemptsOfEmail } from "../rate-limits/clear.ts";
import { sendSecurityEmail } from "./send-security-email.ts";

const { byEmail, byAddress } = securityEmailLimits;
const email = "mira@example.com";
const password = "mira likes long reels";
let database: FreshDatabase;
let run: Run;
let people: number[];
let sent = 0;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, { enqueue: async () => void (sent += 1) });
  const passwordHash = await hashPassword(password);
  const emails = [email, ...[1, 2, 3, 4, 5, 6].map((at) => `person${at}@example.com`)];
  people = await Promise.all(
    emails.map((of) =>
      run(null, async (ctx) => (await createPerson(ctx, { email: of, role: "EDITOR", passwordHash })).id),
    ),
  );
});
afterAll(async () => database.close());
beforeEach(async () => {
  await database.db.delete(rateLimits);
  sent = 0;
});

const mira = () => people[0] ?? 0;
let addresses = 0;
const newAddress = () => `address ${(addresses += 1)}`;
const send = (personId: number, address: string | null) =>
  run(null, (ctx) => sendSecurityEmail(ctx, personId, { change: "passkey_added", address }));

it("is refused above a limit for one email from any address, also for a new account with it", async () => {
  for (let at = 0; at < byEmail.attempts; at += 1) await send(mira(), newAddress());
  await run(null, (ctx) => clearAttemptsOfEmail(ctx.tx, email));
  // The attempts may have taken some of its seconds.
  const retryAfterSeconds = expect.closeTo(3600, -2);
  await expect(send(mira(), newAddress())).rejects.toMatchObject({ status: 429, retryAfterSeconds });
  expect(sent).toBe(byEmail.attempts);
});

it("is refused above a limit for one network", async () => {
  const all = people.flatMap((id) => Array.from({ length: byEmail.attempts }, () => send(id, "192.0.2.7")));
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(byAddress.attempts);
  expect(sent).toBe(byAddress.attempts);
});

it("prevents a change that its owner would not notice, but no password reset", async () => {
  for (let at = 0; at < byEmail.attempts; at += 1) await send(mira(), newAddress());
  const before = await run(null, (ctx) => findPerson(ctx, mira()));
  const actor: Actor = { id: mira(), role: "EDITOR", sessionId: "0198a000-0000-7000-8000-000000000000" };
  const change = { current: password, password: "another reel every day" };
  const origin = { limits: signInLimits, address: newAddress() };
  const changing = changePassword((act) => run(actor, act), actor, change, origin);
  await expect(changing).rejects.toMatchObject({ code: "too_many" });
  expect(await run(null, (ctx) => findPerson(ctx, mira()))).toEqual(before);
  await send(mira(), null);
});
