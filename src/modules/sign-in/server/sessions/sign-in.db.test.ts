import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { AppError } from "#core/error.ts";
import { on, type Actor, type Run } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { after, day, hour, minute } from "#core/time.ts";
import { personCreated } from "#modules/people/contract/people.ts";
import { people } from "#modules/people/server/tables.ts";
import { signInLimits } from "#modules/sign-in/rules/sign-in.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { signInJobs } from "../jobs.ts";
import { logIn } from "../passwords/log-in.ts";
import { signUp } from "../passwords/sign-up.ts";
import { identifyByToken, authenticateSocketToken } from "../public/sign-in.ts";
import { sessions } from "../tables.ts";
import { checkAuth, logOut } from "./sessions.ts";

let database: FreshDatabase;
let run: Run;
let now = new Date("2026-11-20T10:00:00Z");
const joined: number[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, {
    clock: () => now,
    eventHandlers: [
      on(personCreated, async (_ctx, { personId }) => {
        joined.push(personId);
      }),
    ],
  });
});

afterAll(async () => {
  await database.close();
});

beforeEach(async () => {
  await database.db.delete(rateLimits);
});

const nobody = <T>(act: Parameters<typeof run<T>>[1]) => run(null, act);
const origin = { address: "192.0.2.7", device: "Firefox on Linux", limits: signInLimits };
const password = "long reels are long";

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => new Error("Expected an error."),
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw outcome;
}

function join(email: string, role: "YOUTUBER" | "EDITOR" = "EDITOR") {
  return signUp(nobody, { email, password, role }, origin);
}

const identify = (token: string) => identifyByToken({ read: run, run }, token);

async function actorBy(token: string): Promise<Actor> {
  const actor = await identify(token);
  if (!actor) throw new Error("The token identifies nobody.");
  return actor;
}

describe("sign-up", () => {
  it("creates a person named after the email, emits an event and starts a session", async () => {
    const { user, token } = await join("mira.sol@example.com", "YOUTUBER");
    expect(user).toMatchObject({
      name: "mira.sol",
      email: "mira.sol@example.com",
      role: "YOUTUBER",
      editable: true,
      Oauth: false,
      bio: null,
      attachedLinks: [],
      profileImgUrl: "",
      videosUploaded: 0,
      rating: 0,
    });
    expect(joined).toContain(user.id);
    expect(await actorBy(token)).toMatchObject({ id: user.id, role: "YOUTUBER" });
  });

  it("stores neither the password nor the session token", async () => {
    const { user, token } = await join("keeps.nothing@example.com");
    const kept = JSON.stringify([
      await database.db.select().from(people),
      await database.db.select().from(sessions),
    ]);
    expect(kept).not.toContain(password);
    expect(kept).not.toContain(token);
    const row = (await database.db.select().from(people)).find((person) => person.id === user.id);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each(["password", "PassWord", "1234567890", "iloveyou"])(
    "refuses the common password %s",
    async (common) => {
      const input = { email: "common@example.com", password: common, role: "EDITOR" } as const;
      const failure = await refusal(signUp(nobody, input, origin));
      expect(failure).toMatchObject({ code: "common_password", status: 422, issues: [{ path: "password" }] });
    },
  );

  it("creates one account for concurrent requests with one email", async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => join("same@example.com")));
    expect(attempts.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const reasons = attempts.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
    expect(reasons).toHaveLength(7);
    for (const reason of reasons) expect(reason).toMatchObject({ code: "email_taken", status: 409 });
  });

  it("gives different names to concurrent sign-ups with the same local part", async () => {
    const done = await Promise.all(Array.from({ length: 8 }, (_, at) => join(`info@studio-${at}.example`)));
    const names = done.map(({ user }) => user.name);
    expect(new Set(names).size).toBe(8);
    expect(names).toContain("info");
    for (const name of names) expect(name).toMatch(/^info(-\d+)?$/);
  });

  it("is rate limited by site, over its networks", async () => {
    const limits = { ...signInLimits, signupBySite: { attempts: 2, window: hour } };
    const once = (at: number, site = "1") => {
      const address = `2001:db8:${site}:${at}::/64`;
      return signUp(
        nobody,
        { email: `site${site}.${at}@example.com`, password, role: "EDITOR" },
        { ...origin, address, limits },
      );
    };
    await once(1);
    await once(2);
    expect(await refusal(once(3))).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    await once(4, "2");
  });

  it("is rate limited by IP address", async () => {
    const limits = { ...signInLimits, signupByAddress: { attempts: 2, window: hour } };
    const once = (at: number) =>
      signUp(nobody, { email: `many${at}@example.com`, password, role: "EDITOR" }, { ...origin, limits });
    await once(1);
    await once(2);
    expect(await refusal(once(3))).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
  });
});

describe("login", () => {
  it("starts a session in place of the browser's previous one", async () => {
    const first = await join("login@example.com");
    const actor = await actorBy(first.token);
    const asThem = <T>(act: Parameters<typeof run<T>>[1]) => run(actor, act);
    const second = await logIn(asThem, { email: "login@example.com", password }, origin);
    expect(second.token).not.toBe(first.token);
    expect(second.user.id).toBe(first.user.id);
    expect(await identify(first.token)).toBeNull();
    expect((await actorBy(second.token)).sessionId).not.toBe(actor.sessionId);
  });

  it("returns the same error for a wrong password and an unknown email", async () => {
    await join("words@example.com");
    const wrong = await refusal(
      logIn(nobody, { email: "words@example.com", password: "not this one" }, origin),
    );
    const unknown = await refusal(logIn(nobody, { email: "no.one@example.com", password }, origin));
    expect(wrong).toMatchObject({ code: "wrong_credentials", status: 401 });
    expect({ ...unknown }).toEqual({ ...wrong });
  });

  it("limits attempts by IP address over all emails, not counting successful logins", async () => {
    await join("office@example.com");
    const limits = { ...signInLimits, loginByAddress: { attempts: 3, window: 15 * minute } };
    const from = { ...origin, address: "203.0.113.9", limits };
    const good = () => logIn(nobody, { email: "office@example.com", password }, from);
    for (let at = 0; at < 5; at += 1) await good();
    for (let at = 0; at < 3; at += 1) {
      const guess = logIn(nobody, { email: `someone${at}@example.com`, password }, from);
      expect(await refusal(guess)).toMatchObject({ status: 401 });
    }
    expect(await refusal(good())).toMatchObject({ status: 429 });
    await logIn(nobody, { email: "office@example.com", password }, { ...from, address: "203.0.113.10" });
  });
});

describe("a session", () => {
  it("ends at logout, and its socket token with it", async () => {
    const { token, user } = await join("leaves@example.com");
    const actor = await actorBy(token);
    expect(await nobody((ctx) => authenticateSocketToken(ctx, user.socketToken))).toEqual({
      personId: user.id,
      sessionId: actor.sessionId,
    });
    await run(actor, logOut);
    expect(await identify(token)).toBeNull();
    expect(await nobody((ctx) => authenticateSocketToken(ctx, user.socketToken))).toBeNull();
  });

  it("expires 30 days after its last use", async () => {
    const { token } = await join("slides@example.com");
    now = after(now, 29 * day);
    await actorBy(token);
    now = after(now, 29 * day);
    await actorBy(token);
    now = after(now, 30 * day);
    expect(await identify(token)).toBeNull();
  });

  it("records its use at most once a minute", async () => {
    const { token } = await join("touched@example.com");
    const { sessionId } = await actorBy(token);
    const lastUse = async () =>
      (await database.db.select().from(sessions)).find(({ id }) => id === sessionId)?.lastUsedAt;
    const opened = now;
    now = after(opened, minute / 2);
    await actorBy(token);
    expect(await lastUse()).toEqual(opened);
    now = after(opened, 2 * minute);
    await actorBy(token);
    expect(await lastUse()).toEqual(now);
  });

  it.each(["", "x", "'; drop table people", "A".repeat(43), "A".repeat(5000)])(
    "is not opened by %j",
    async (token) => {
      expect(await identify(token)).toBeNull();
      expect(await nobody((ctx) => authenticateSocketToken(ctx, token))).toBeNull();
    },
  );

  it("returns a new socket token for 12 hours at every check", async () => {
    const { token, user } = await join("socket@example.com");
    const actor = await actorBy(token);
    now = after(now, 11 * hour);
    const checked = await run(actor, checkAuth);
    expect(checked).toMatchObject({ id: user.id, email: "socket@example.com", editable: true });
    now = after(now, 2 * hour);
    expect(await nobody((ctx) => authenticateSocketToken(ctx, user.socketToken))).toBeNull();
    expect(await nobody((ctx) => authenticateSocketToken(ctx, checked.socketToken))).toMatchObject({
      personId: user.id,
    });
  });

  it("is deleted after it expires", async () => {
    const { sessionId } = await actorBy((await join("swept@example.com")).token);
    const disconnected: string[] = [];
    now = after(now, 31 * day);
    const { token } = await join("kept@example.com");
    const [job] = signInJobs({
      run,
      mail: null,
      keyring: createKeyring("unused"),
      appUrl: "",
      log: { warn: () => undefined },
      endConnections: (id) => disconnected.push(id),
    });
    await job?.work(undefined, new AbortController().signal);
    expect(await database.db.select().from(sessions)).toHaveLength(1);
    expect(disconnected).toContain(sessionId);
    await actorBy(token);
  });
});
