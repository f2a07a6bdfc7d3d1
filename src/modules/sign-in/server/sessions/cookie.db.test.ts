import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { admitRequests } from "#core/server/admit-requests.ts";
import { bindEndpoints, type EndpointBinding } from "#core/server/bind-endpoints.ts";
import { createRequestShares } from "#core/server/request-shares.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { passwordHandlers } from "../passwords/routes.ts";
import { identifyByToken } from "../public/sign-in.ts";
import { readSessionToken } from "./cookie.ts";
import { sessionHandlers } from "./routes.ts";

let database: FreshDatabase;
const apps: FastifyInstance[] = [];

async function serve(secureCookies: boolean): Promise<FastifyInstance> {
  const run = createTestRun(database.db);
  const app: FastifyInstance = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest("actor", null);
  await app.register(cookie);
  const dependencies = { secureCookies, endConnections: () => undefined };
  const binding: EndpointBinding = {
    run,
    read: run,
    receiveFile: async () => {
      throw new Error("No form here has a file.");
    },
  };
  admitRequests(app, {
    identify: async (request) => identifyByToken({ read: run, run }, readSessionToken(request) ?? ""),
    rejectEndedSession: async () => undefined,
    identifyGuest: async () => null,
    shares: createRequestShares(),
  });
  bindEndpoints(app, "sign-in", passwordEndpoints, passwordHandlers(dependencies), binding);
  bindEndpoints(app, "sign-in", sessionEndpoints, sessionHandlers(dependencies), binding);
  apps.push(app);
  return app;
}

beforeAll(async () => {
  database = await freshDatabase();
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await database.close();
});

const password = "long reels are long";
const at = (path: string) => `/api/v1/user/${path}`;

async function signUp(app: FastifyInstance, email: string) {
  const payload = { email, password, role: "EDITOR" };
  return app.inject({ method: "POST", url: at("signup"), payload });
}

describe("the session cookie", () => {
  it("is HTTP-only, for the whole site and for 30 days", async () => {
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

  it("is secure if the app is served over https", async () => {
    const app = await serve(true);
    const [given] = (await signUp(app, "secure@example.com")).cookies;
    expect(given).toMatchObject({ secure: true });
  });

  it("authenticates until logout, which clears it", async () => {
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

  it("is joined by one of the known browser, which strangers can't lock out", async () => {
    const app = await serve(false);
    const given = await signUp(app, "known@example.com");
    const known = given.cookies.find(({ name }) => name === "reelay_browser");
    expect(known).toMatchObject({ httpOnly: true, sameSite: "Lax", maxAge: 180 * 24 * 60 * 60 });
    const cookies = { reelay_session: given.cookies[0]?.value ?? "" };
    const checked = await app.inject({ url: at("check-auth"), cookies });
    const renewed = checked.cookies.find(({ name }) => name === "reelay_browser");
    const logIn = (word: string, sent: Record<string, string>) =>
      app.inject({
        method: "POST",
        url: at("login"),
        payload: { email: "known@example.com", password: word },
        cookies: sent,
      });
    for (let tries = 0; tries < 10; tries += 1) await logIn("another one entirely", {});
    expect((await logIn(password, {})).statusCode).toBe(429);
    expect((await logIn(password, { reelay_browser: known?.value ?? "" })).statusCode).toBe(200);
    expect((await logIn(password, { reelay_browser: renewed?.value ?? "" })).statusCode).toBe(200);
  });

  it("isn't set for a wrong password", async () => {
    const app = await serve(false);
    await signUp(app, "guarded@example.com");
    const payload = { email: "guarded@example.com", password: "another one entirely" };
    const answer = await app.inject({ method: "POST", url: at("login"), payload });
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toEqual([]);
  });
});
