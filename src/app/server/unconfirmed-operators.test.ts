import { Writable } from "node:stream";

import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";

import { people } from "#modules/people/server/tables.ts";
import { testComposition } from "#testing/composition.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { compose, type Composition } from "./compose.ts";

const operatorEmails = ["olga@example.com", "noor@example.com", "ravi@example.com", "new@example.com"];
const warning = "OPERATOR_EMAILS names accounts whose email is not confirmed, so they can't open /admin:";
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ["olga", "noor", "ravi", "meera"]) await app.person(name, "EDITOR");
  await confirmEmail("noor@example.com");
  await app.db.update(people).set({ operator: true }).where(eq(people.email, "ravi@example.com"));
});
afterAll(async () => app?.stop());

const confirmEmail = (email: string) =>
  app.db.update(people).set({ emailVerified: true }).where(eq(people.email, email));

/** The warnings of another server at its start. */
async function warningsOf(parts: Partial<Composition> = {}): Promise<string[]> {
  const warnings: string[] = [];
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      warnings.push((JSON.parse(line.toString()) as { msg: string }).msg);
      done();
    },
  });
  const { connection, folder, sandbox } = app;
  const choices = { connection, folder, sandbox, role: "web", objectStore: null } as const;
  const other = await compose({
    ...testComposition(choices),
    operatorEmails,
    log: pino({ level: "warn" }, stream),
    ...parts,
  });
  await other.stop();
  return warnings;
}

it("a server that starts names operators whose email is not confirmed, and what to do", async () => {
  const confirm = "Log in with the address and confirm it in Settings.";
  expect(await warningsOf()).toEqual([`${warning} olga@example.com. ${confirm}`]);
  const command =
    "If you know that the account belongs to the owner of the address, run `npm run user -- make-operator EMAIL --confirm-email`.";
  expect(await warningsOf({ mail: null })).toEqual([`${warning} olga@example.com. ${command}`]);
  expect(await warningsOf({ role: "worker" })).toEqual([]);
  await confirmEmail("olga@example.com");
  expect(await warningsOf()).toEqual([]);
});
