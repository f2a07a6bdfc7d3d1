import { readdir, readFile } from "node:fs/promises";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startApp, type TestApp } from "#testing/start-app.ts";

import { fetchIdentity } from "../identities/authorization.ts";

const password = "long reels are long";
const unicode = "Mira@Müller.example";
const ascii = "mira@xn--mller-kva.example";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

async function post(path: string, payload: object) {
  const reply = await app.app.inject({ method: "POST", url: `/api/v1/${path}`, payload });
  return { status: reply.statusCode, ...reply.json<{ message: string; data?: { email: string } }>() };
}

describe("an email with a domain in another script", () => {
  it("is one account in either spelling: sign-up, login and codes", async () => {
    const signedUp = await post("user/signup", { email: unicode, password, role: "EDITOR" });
    expect(signedUp).toMatchObject({ status: 200, data: { email: "mira@müller.example" } });
    expect(await post("user/signup", { email: ascii, password, role: "EDITOR" })).toMatchObject({
      status: 409,
    });
    for (const email of [unicode, ascii]) {
      expect(await post("user/login", { email, password })).toMatchObject({ status: 200 });
      expect(await post("forgot-password/generate-otp", { email })).toMatchObject({ status: 200 });
    }
    await app.work();
    const codes = await app.db.execute(sql`select count(*)::int as count from one_time_codes`);
    expect(codes.rows).toEqual([{ count: 1 }]);
  });

  it("is the same in a Google account", async () => {
    const profile = { name: null, pictureUrl: null };
    const finish = async () => ({
      subject: "1",
      email: unicode.toLowerCase(),
      emailVerified: true,
      profile,
      roles: [],
    });
    const google = { id: "google", name: "Google", finish, begin: unused, picture: unused };
    const identity = { google, oidc: null };
    const authorization = {
      provider: "google" as const,
      state: "",
      nonce: "",
      codeVerifier: "",
      connectTo: null,
    };
    const returned = { code: "code", issuer: undefined };
    const dependencies = { identity, appUrl: "https://reelay.example" };
    expect(await fetchIdentity(dependencies, authorization, returned)).toMatchObject({ email: ascii });
  });
});

it("the migration gives emails the spelling by which accounts are found, and merges none", async () => {
  const stored = [
    "мира@пример.example",
    "x@例え.テスト",
    "y@bücher.ümlaut.example",
    "z@plain.example",
    "mira@müller.example",
  ];
  for (const [index, email] of stored.entries()) {
    await post("user/signup", { email: `old${index}@example.com`, password, role: "EDITOR" });
    await app.db.execute(sql`update people set email = ${email} where email = ${`old${index}@example.com`}`);
  }
  const folder = new URL("../../../../../migrations/", import.meta.url);
  const name = (await readdir(folder)).find((file) => file.endsWith("_emails_in_one_spelling.sql")) ?? "";
  const [createFunction = "", update = ""] = (await readFile(new URL(name, folder), "utf8")).split(
    "--> statement-breakpoint",
  );
  await app.db.transaction(async (tx) => {
    await tx.execute(sql.raw(createFunction));
    await tx.execute(sql.raw(update));
  });
  const emails = await app.db.execute(sql`select email from people where email not like 'old%' order by id`);
  expect(emails.rows.map(({ email }) => email)).toEqual([
    ascii,
    "мира@xn--e1afmkfd.example",
    "x@xn--r8jz45g.xn--zckzah",
    "y@xn--bcher-kva.xn--mlaut-jva.example",
    "z@plain.example",
    "mira@müller.example",
  ]);
});

async function unused(): Promise<never> {
  throw new Error("Not called.");
}
