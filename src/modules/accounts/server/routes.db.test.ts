import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { bindEndpoints } from "#core/server/bind-endpoints.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { accountsEndpoints } from "../contract.ts";
import { identifyByToken } from "./actions.ts";
import { accountsHandlers } from "./routes.ts";
import { sessionTokenOf } from "./sign-in/cookie.ts";

let database: FreshDatabase;
const apps: FastifyInstance[] = [];

async function serve(secureCookies: boolean): Promise<FastifyInstance> {
  const run = createTestRun(database.db);
  const app: FastifyInstance = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest("actor", null);
  await app.register(cookie);
  bindEndpoints(
    app,
    "accounts",
    accountsEndpoints,
    accountsHandlers({ secureCookies, endConnections: () => undefined }),
    {
      run,
      read: run,
      identify: async (request) => identifyByToken({ read: run, run }, sessionTokenOf(request) ?? ""),
      receiveFile: async () => {
        throw new Error("No form here has a file.");
      },
    },
  );
  apps.push(app);
  return app;
}

beforeAll(async () => {
  database = await freshDatabase();
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await database.drop();
});

const password = "long reels are long";
const at = (path: string) => `/api/v1/user/${path}`;

async function signUp(app: FastifyInstance, email: string) {
  const payload = { email, password, role: "EDITOR" };
  return app.inject({ method: "POST", url: at("signup"), payload });
}

describe("the session cookie", () => {
  it("is for the server alone, for the whole site, for 30 days", async () => {
    const app = await serve(false);
    const [given] = (await signUp(app, "plain@example.com")).cookies;
    expect(given).toMatchObject({
      name: "reelay_session",
      httpOnly: true,
      sameSite: "Lax",
      path: "/",
      maxAge: 30 * 24 * 60 * 60,
    });
    expect(given?.value).toMatch(/^[\w-]{43}$/);
    expect(given?.secure).toBeUndefined();
  });

  it("is secure where the app is reached by https", async () => {
    const app = await serve(true);
    const [given] = (await signUp(app, "secure@example.com")).cookies;
    expect(given).toMatchObject({ secure: true });
  });

  it("signs in until logout, which takes it away", async () => {
    const app = await serve(false);
    const given = await signUp(app, "stays@example.com");
    const cookies = { reelay_session: given.cookies[0]?.value ?? "" };
    const checked = await app.inject({ url: at("check-auth"), cookies });
    expect(checked.json()).toMatchObject({ data: { email: "stays@example.com", role: "EDITOR" } });
    expect(checked.cookies[0]).toMatchObject({ value: cookies.reelay_session, maxAge: 30 * 24 * 60 * 60 });
    const left = await app.inject({ method: "POST", url: at("logout"), cookies });
    expect(left.statusCode).toBe(200);
    expect(left.cookies[0]).toMatchObject({ name: "reelay_session", value: "" });
    expect((await app.inject({ url: at("check-auth"), cookies })).statusCode).toBe(401);
  });

  it("is not given for a wrong password", async () => {
    const app = await serve(false);
    await signUp(app, "guarded@example.com");
    const payload = { email: "guarded@example.com", password: "another one entirely" };
    const answer = await app.inject({ method: "POST", url: at("login"), payload });
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toEqual([]);
  });
});
