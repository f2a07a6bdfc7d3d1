import { randomBytes, randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createHttp } from "#app/server/http.ts";
import { endpointAddress } from "#core/endpoint-address.ts";
import type { Endpoint, ResponseOf } from "#core/endpoint.ts";
import { admitRequests } from "#core/server/admit-requests.ts";
import { bindEndpoints } from "#core/server/bind-endpoints.ts";
import type { Run } from "#core/server/context.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { createRequestShares } from "#core/server/request-shares.ts";
import { after } from "#core/time.ts";
import { people } from "#modules/people/server/tables.ts";
import { passkeyEndpoints } from "#modules/sign-in/contract/passkeys.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { challengeLifetime, maxPasskeys } from "#modules/sign-in/rules/passkeys.ts";
import { signInLimits, sessionCookie } from "#modules/sign-in/rules/sign-in.ts";
import { type Authenticator, createAuthenticator, type Faults } from "#testing/authenticator.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { passwordHandlers } from "../passwords/routes.ts";
import { identifyByToken } from "../public/sign-in.ts";
import { readSessionToken } from "../sessions/cookie.ts";
import { sessionHandlers } from "../sessions/routes.ts";
import { identities, passkeys } from "../tables.ts";
import { register as keepNew } from "./register.ts";
import { readRelyingParty } from "./relying-party.ts";
import { passkeyHandlers } from "./routes.ts";

const appUrl = "https://reelay.example";
const { beginRegistration, register, listPasskeys, removePasskey, beginSignIn, signIn } = passkeyEndpoints;

let database: FreshDatabase;
let app: FastifyInstance;
let run: Run;
const start = new Date("2026-11-20T10:00:00Z");
let now = start;
const ended: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, { clock: () => now });
  app = await createHttp({ appUrl, trustedProxies: 0, log: pino({ level: "silent" }) });
  const endConnections = (sessionId: string) => void ended.push(sessionId);
  const binding = {
    run,
    read: run,
    receiveFile: async () => {
      throw new Error("No form here has a file.");
    },
  };
  const dependencies = { secureCookies: true, endConnections };
  admitRequests(app, {
    identify: async (request) => identifyByToken({ read: run, run }, readSessionToken(request) ?? ""),
    rejectEndedSession: async () => undefined,
    identifyGuest: async () => null,
    shares: createRequestShares(),
  });
  bindEndpoints(app, "sign-in", passwordEndpoints, passwordHandlers(dependencies), binding);
  bindEndpoints(app, "sign-in", sessionEndpoints, sessionHandlers(dependencies), binding);
  bindEndpoints(app, "sign-in", passkeyEndpoints, passkeyHandlers({ ...dependencies, appUrl }), binding);
});
afterAll(async () => {
  await app?.close();
  await database?.close();
});

interface Sent {
  params?: Record<string, unknown>;
  body?: unknown;
}

/** A browser with cookies. */
function openBrowser() {
  const cookies: Record<string, string> = {};
  return {
    cookies,
    send: async <E extends Endpoint>(endpoint: E, sent: Sent = {}) => {
      const answer = await app.inject({
        method: endpoint.method,
        url: endpointAddress(endpoint, sent),
        cookies,
        ...(sent.body !== undefined && { payload: JSON.stringify(sent.body) }),
        ...(sent.body !== undefined && { headers: { "content-type": "application/json" } }),
      });
      for (const { name, value } of answer.cookies) cookies[name] = value;
      const { data, code } = answer.json<{ data?: unknown; code?: string }>();
      return { status: answer.statusCode, code, data: data as ResponseOf<E>, set: answer.cookies };
    },
  };
}
type Browser = ReturnType<typeof openBrowser>;

async function join(name: string): Promise<{ browser: Browser; personId: number }> {
  const browser = openBrowser();
  const body = { email: `${name}@example.com`, password: "long reels are long", role: "EDITOR" };
  const { data } = await browser.send(passwordEndpoints.signup, { body });
  return { browser, personId: data.id };
}

async function addPasskey(browser: Browser, wrong: Faults = {}) {
  const authenticator = createAuthenticator(appUrl);
  const { data: options } = await browser.send(beginRegistration);
  const answer = await browser.send(register, { body: authenticator.create(options, wrong) });
  return { authenticator, options, answer };
}

async function enter(browser: Browser, authenticator: Authenticator, wrong: Faults = {}) {
  const { data: options } = await browser.send(beginSignIn);
  const body = authenticator.get(options, wrong);
  return { body, answer: await browser.send(signIn, { body }) };
}

async function joinWithPasskey(name: string) {
  const { browser, personId } = await join(name);
  return { browser, personId, ...(await addPasskey(browser)) };
}

describe("adding a passkey", () => {
  it("stores a discoverable, user-verified passkey and lists it", async () => {
    const { browser, personId, authenticator, options, answer } = await joinWithPasskey("adds");
    expect(options).toMatchObject({
      rp: { id: "reelay.example", name: "Reelay" },
      user: { id: Buffer.from(String(personId)).toString("base64url"), name: "adds@example.com" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    const added = { id: authenticator.id, createdAt: start.toISOString(), lastUsedAt: null };
    expect(answer).toMatchObject({ status: 200, data: added });
    expect((await browser.send(listPasskeys)).data).toMatchObject([added]);
    const again = await browser.send(beginRegistration);
    expect(again.data.excludeCredentials).toMatchObject([{ id: authenticator.id, transports: ["internal"] }]);
  });

  it.each<[string, Faults]>([
    ["another origin", { origin: "https://reelay.example.evil.example" }],
    ["another host's passkey", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["an unverified owner", { userVerified: false }],
    ["two ids for one credential", { credentialId: randomBytes(32) }],
    ["an id longer than any is", { credentialId: randomBytes(8000) }],
  ])("refuses %s", async (what, wrong) => {
    const { browser } = await join(`refused-${what.replace(/\W/g, "")}`);
    const { answer } = await addPasskey(browser, wrong);
    expect(answer).toMatchObject({ status: 422, code: "passkey_refused" });
    expect((await browser.send(listPasskeys)).data).toEqual([]);
  });

  it("refuses malformed bytes", async () => {
    const { browser } = await join("nonsense");
    const nonsense = { id: "AAAA", rawId: "AAAA", type: "public-key" };
    await browser.send(beginRegistration);
    const made = { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: [] };
    const body = { ...nonsense, response: made };
    expect(await browser.send(register, { body })).toMatchObject({ status: 422, code: "passkey_refused" });
    expect(await browser.send(register, { body: {} })).toMatchObject({ status: 422, code: "invalid_input" });
  });

  it("refuses a second response, another browser, another person and an expired challenge", async () => {
    const { browser } = await join("tickets");
    const { browser: other } = await join("other-tickets");
    const { data: options } = await browser.send(beginRegistration);
    const make = () => ({ body: createAuthenticator(appUrl).create(options) });
    const expired = { status: 409, code: "passkey_expired" };
    expect(await other.send(register, make())).toMatchObject(expired);
    other.cookies["reelay_passkey_registration"] = browser.cookies["reelay_passkey_registration"] ?? "";
    expect(await other.send(register, make())).toMatchObject(expired);
    expect(await browser.send(register, make())).toMatchObject(expired);
    const late = await browser.send(beginRegistration);
    now = after(start, challengeLifetime);
    const body = createAuthenticator(appUrl).create(late.data);
    expect(await browser.send(register, { body })).toMatchObject(expired);
    now = start;
  });

  it("fails if the session has ended meanwhile", async () => {
    const { browser, personId } = await join("ended-meanwhile");
    const { data: options } = await browser.send(beginRegistration);
    const actor = { id: personId, role: "EDITOR" as const, sessionId: randomUUID() };
    const source = {
      token: browser.cookies["reelay_passkey_registration"],
      userAgent: "",
      address: "192.0.2.7",
    };
    const sent = createAuthenticator(appUrl).create(options);
    const late = keepNew((act) => run(actor, act), sent, source, readRelyingParty(appUrl));
    await expect(late).rejects.toMatchObject({ code: "passkey_expired" });
  });

  it("stores a credential for one account only", async () => {
    const { authenticator } = await joinWithPasskey("first-owner");
    const { browser } = await join("second-owner");
    const { data: options } = await browser.send(beginRegistration);
    const body = authenticator.create(options);
    expect(await browser.send(register, { body })).toMatchObject({ status: 409, code: "passkey_known" });
  });

  it("is limited to ten, also for concurrent requests", async () => {
    const { browser } = await join("collector");
    for (let kept = 1; kept < maxPasskeys; kept += 1) await addPasskey(browser);
    const begun = await Promise.all(
      [1, 2, 3].map(async () => {
        const tab = openBrowser();
        tab.cookies[sessionCookie] = browser.cookies[sessionCookie] ?? "";
        return { tab, options: (await tab.send(beginRegistration)).data };
      }),
    );
    const answers = await Promise.all(
      begun.map(({ tab, options }) =>
        tab.send(register, { body: createAuthenticator(appUrl).create(options) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await browser.send(beginRegistration)).toMatchObject({ status: 409, code: "too_many_passkeys" });
  });
});

describe("logging in with a passkey", () => {
  it("starts a session, records the use and ends the previous session", async () => {
    const { browser, personId, authenticator } = await joinWithPasskey("enters");
    const before = browser.cookies[sessionCookie];
    now = after(start, 60_000);
    const { answer } = await enter(browser, authenticator);
    now = start;
    expect(answer).toMatchObject({ status: 200, data: { id: personId, email: "enters@example.com" } });
    expect(browser.cookies[sessionCookie]).not.toBe(before);
    expect(answer.set.find(({ name }) => name === sessionCookie)).toMatchObject({
      httpOnly: true,
      secure: true,
    });
    expect(ended).toHaveLength(1);
    expect((await browser.send(sessionEndpoints.checkAuth)).status).toBe(200);
    const [kept] = await database.db.select().from(passkeys).where(eq(passkeys.personId, personId));
    expect(kept).toMatchObject({ counter: 1, lastUsedAt: after(start, 60_000) });
  });

  it("reveals neither accounts nor passkeys in the challenge", async () => {
    const { data, set } = await openBrowser().send(beginSignIn);
    expect(Object.keys(data).toSorted()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
    expect(set[0]).toMatchObject({ httpOnly: true, secure: true, sameSite: "Strict", maxAge: 300 });
  });

  it.each<[string, Faults]>([
    ["another origin", { origin: "http://reelay.example" }],
    ["another host", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["another owner's handle", { userHandle: "MA" }],
    ["an unverified owner", { userVerified: false }],
    ["a count that does not rise", { counter: 3 }],
    ["no count where there was one", { counter: 0 }],
  ])("refuses %s", async (what, wrong) => {
    const { personId, authenticator } = await joinWithPasskey(`wrong-${what.replace(/\W/g, "")}`);
    await database.db.update(passkeys).set({ counter: 3 }).where(eq(passkeys.personId, personId));
    const browser = openBrowser();
    const { answer } = await enter(browser, authenticator, { counter: 4, ...wrong });
    expect(answer).toMatchObject({ status: 422, code: "passkey_refused" });
    expect(browser.cookies[sessionCookie]).toBeUndefined();
    expect((await enter(browser, authenticator, { counter: 4 })).answer.status).toBe(200);
  });

  it("accepts passkeys without a counter", async () => {
    const { authenticator } = await joinWithPasskey("no-counter");
    for (const browser of [openBrowser(), openBrowser()]) {
      expect((await enter(browser, authenticator, { counter: 0 })).answer.status).toBe(200);
    }
  });

  it("refuses a replay and the response of another browser", async () => {
    const { authenticator } = await joinWithPasskey("replays");
    const browser = openBrowser();
    const { body } = await enter(browser, authenticator);
    const expired = { status: 409, code: "passkey_expired" };
    expect(await browser.send(signIn, { body })).toMatchObject(expired);
    const { data: options } = await browser.send(beginSignIn);
    const stolen = { body: authenticator.get(options) };
    expect(await openBrowser().send(signIn, stolen)).toMatchObject(expired);
    const other = openBrowser();
    await other.send(beginSignIn);
    expect(await other.send(signIn, stolen)).toMatchObject({ status: 422, code: "passkey_refused" });
  });

  it("reports an unknown passkey", async () => {
    const stranger = createAuthenticator(appUrl);
    const { answer } = await enter(openBrowser(), stranger, { userHandle: "MQ" });
    expect(answer).toMatchObject({ status: 422, code: "passkey_unknown" });
  });

  it("is rate limited by IP address, not counting successful logins", async () => {
    await database.db.delete(rateLimits);
    const { authenticator } = await joinWithPasskey("throttled");
    await enter(openBrowser(), authenticator);
    const browser = openBrowser();
    for (let attempts = 0; attempts < signInLimits.loginByAddress.attempts; attempts += 1) {
      expect((await browser.send(beginSignIn)).status).toBe(200);
    }
    expect(await browser.send(beginSignIn)).toMatchObject({ status: 429, code: "login_locked" });
    await database.db.delete(rateLimits);
  });
});

describe("removing a passkey", () => {
  it("ends its use for login", async () => {
    const { browser, authenticator } = await joinWithPasskey("removes");
    expect((await browser.send(removePasskey, { params: { id: authenticator.id } })).status).toBe(200);
    expect((await browser.send(listPasskeys)).data).toEqual([]);
    const { answer } = await enter(openBrowser(), authenticator);
    expect(answer).toMatchObject({ status: 422, code: "passkey_unknown" });
  });

  it("is refused for other people", async () => {
    const { browser, authenticator } = await joinWithPasskey("owner");
    const { browser: stranger } = await joinWithPasskey("stranger");
    for (const id of [authenticator.id, "nothing-there", "a".repeat(1364)]) {
      const answer = await stranger.send(removePasskey, { params: { id } });
      expect(answer).toMatchObject({ status: 404, code: "not_found" });
    }
    expect((await browser.send(listPasskeys)).data).toHaveLength(1);
  });

  it("keeps the last login method, also for concurrent requests", async () => {
    const { browser, personId, authenticator } = await joinWithPasskey("locked-in");
    const { authenticator: second } = await addPasskey(browser);
    await database.db.update(people).set({ passwordHash: null }).where(eq(people.id, personId));
    const answers = await Promise.all(
      [authenticator, second].map(({ id }) => browser.send(removePasskey, { params: { id } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [last] = (await browser.send(listPasskeys)).data;
    const params = { id: last?.id };
    expect(await browser.send(removePasskey, { params })).toMatchObject({ code: "last_sign_in_method" });
    const google = {
      provider: "google",
      subject: "1",
      email: "locked-in@example.com",
      personId,
      connectedAt: now,
    };
    await database.db.insert(identities).values(google);
    expect((await browser.send(removePasskey, { params })).status).toBe(200);
  });
});
