import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { AppError } from "#core/error.ts";
import type { Run } from "#core/server/context.ts";
import { countAttempt } from "#core/server/rate-limit/queries.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { after, day, hour, minute } from "#core/time.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { people } from "#modules/people/server/tables.ts";
import { codeLimits } from "#modules/sign-in/rules/one-time-code.ts";
import { knownBrowserLength, signInLimits, type SignInLimits } from "#modules/sign-in/rules/sign-in.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun, testSettings } from "#testing/run.ts";

import { startFlow } from "../flows/flows.ts";
import { requestCode } from "../one-time-codes/request-code.ts";
import { clearAttemptsOfEmail } from "../rate-limits/clear.ts";
import { logIn } from "./log-in.ts";
import { hashPassword } from "./password-hash.ts";
import { resetFlow, resetPassword } from "./reset-password.ts";

const email = "owner@example.com";
const password = "long reels are long";
let database: FreshDatabase;
let run: Run;
let now = new Date("2026-11-20T10:00:00Z");
let passwordHash: string;
let personId: number;

beforeAll(async () => {
  [database, passwordHash] = await Promise.all([freshDatabase(), hashPassword(password)]);
  run = createTestRun(database.db, { clock: () => now, settings: { ...testSettings, emailEnabled: true } });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(rateLimits);
  await database.db.delete(people);
  ({ id: personId } = await run(null, (ctx) => createPerson(ctx, { email, role: "EDITOR", passwordHash })));
});

const nobody = <T>(act: Parameters<typeof run<T>>[1]) => run(null, act);

interface Client {
  address?: string;
  browserToken?: string;
  limits?: Partial<SignInLimits>;
}

/** The status of a login attempt: 200, or that of its error. */
async function attempt(
  word: string,
  { address = "192.0.2.7", browserToken, limits }: Client = {},
): Promise<number> {
  const origin = { address, browserToken, device: "", limits: { ...signInLimits, ...limits } };
  return logIn(nobody, { email, password: word }, origin).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof AppError) return error.status;
      throw error;
    },
  );
}

/** Logs in from another address and returns the browser's token. */
async function knownBrowser(): Promise<string> {
  const origin = { address: "203.0.113.1", device: "", limits: signInLimits };
  return (await logIn(nobody, { email, password }, origin)).browserToken;
}

async function guess(times: number, client: (at: number) => Client): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push(await attempt(`guess ${at}`, client(at)));
  return statuses;
}

describe("login attempts", () => {
  const { attempts } = signInLimits.loginByClient;

  it("are limited for an account and an address, also in parallel", async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, at) => attempt(`guess ${at}`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(attempts);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - attempts);
    expect(await attempt(password)).toBe(429);
  });

  it("from one address don't lock the user out at another one", async () => {
    await guess(attempts + 1, () => ({}));
    expect(await attempt(password, { address: "198.51.100.1" })).toBe(200);
  });

  it("from one address don't use up the limit of the account", async () => {
    const limits = { loginByAccount: { attempts: attempts + 1, window: hour } };
    await guess(attempts + 5, () => ({ limits }));
    expect(await attempt(password, { address: "198.51.100.1", limits })).toBe(200);
  });

  it("from many addresses are limited for the account, but not for a known browser", async () => {
    const browserToken = await knownBrowser();
    const limits = { loginByAccount: { attempts: 5, window: hour } };
    const spread = (at: number) => ({ address: `198.51.100.${at}`, limits });
    expect(await guess(7, spread)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await attempt(password, spread(9))).toBe(429);
    expect(await attempt(password, { ...spread(1), browserToken })).toBe(200);
    now = after(now, hour);
    expect(await attempt(password, spread(9))).toBe(200);
  });

  it("don't lock a known browser out at the address that they come from", async () => {
    const browserToken = await knownBrowser();
    const limits = { loginByAddress: { attempts: 3, window: 15 * minute } };
    expect(await guess(5, () => ({ limits }))).toEqual([401, 401, 401, 429, 429]);
    expect(await attempt(password, { limits, browserToken })).toBe(200);
  });

  it("are limited in a known browser too", async () => {
    const browserToken = await knownBrowser();
    const statuses = await guess(attempts + 1, (at) => ({ browserToken, address: `198.51.100.${at}` }));
    expect(statuses.slice(-2)).toEqual([401, 429]);
    now = after(now, 15 * minute);
    expect(await attempt(password, { browserToken })).toBe(200);
  });

  it("are not counted when they succeed", async () => {
    const limits = {
      loginByClient: { attempts: 2, window: 15 * minute },
      loginByAccount: { attempts: 4, window: hour },
    };
    for (let round = 0; round < 3; round += 1) {
      expect(await attempt("oh no", { limits })).toBe(401);
      expect(await attempt(password, { limits })).toBe(200);
    }
    expect(await attempt("oh no", { limits })).toBe(401);
    expect(await attempt(password, { limits })).toBe(429);
  });
});

describe("a known browser", () => {
  const spread = (at: number) => ({ address: `198.51.100.${at}` });

  it("is known for its own users only, while its token is signed and not expired", async () => {
    const browserToken = await knownBrowser();
    const limits = { loginByAccount: { attempts: 0, window: 200 * day } };
    expect(await attempt(password, { browserToken, limits })).toBe(200);
    expect(await attempt(password, { browserToken: `${browserToken}x`, limits })).toBe(429);
    await database.db.delete(people);
    await run(null, (ctx) => createPerson(ctx, { email, role: "EDITOR", passwordHash }));
    expect(await attempt(password, { browserToken, limits })).toBe(429);
  });

  it("expires", async () => {
    const browserToken = await knownBrowser();
    const limits = { loginByAccount: { attempts: 0, window: 200 * day } };
    now = after(now, knownBrowserLength);
    expect(await attempt(password, { browserToken, limits })).toBe(429);
  });

  it("stays known to each of its users", async () => {
    await run(null, (ctx) =>
      createPerson(ctx, { email: "second@example.com", role: "EDITOR", passwordHash }),
    );
    const browserToken = await knownBrowser();
    const origin = { address: "203.0.113.1", device: "", limits: signInLimits, browserToken };
    const both = await logIn(nobody, { email: "second@example.com", password }, origin);
    const limits = { loginByAccount: { attempts: 0, window: hour } };
    expect(await attempt(password, { ...spread(1), browserToken: both.browserToken, limits })).toBe(200);
  });

  it("can request a code however many were requested elsewhere", async () => {
    const browserToken = await knownBrowser();
    const ask = (address: string, token?: string) =>
      requestCode(
        nobody,
        { purpose: "reset_password", email },
        { address, limits: codeLimits, browserToken: token },
      ).then(
        () => "sent",
        (error: unknown) => (error instanceof AppError ? error.code : "failed"),
      );
    for (let at = 0; at < codeLimits.codesByEmail.attempts; at += 1) await ask(`198.51.100.${at}`);
    expect(await ask("192.0.2.7")).toBe("too_many_codes");
    expect(await ask("192.0.2.7", browserToken)).toBe("sent");
  });
});

describe("a password reset", () => {
  it("ends the lockout of all addresses and makes the browser known", async () => {
    const limits = { loginByAccount: { attempts: 5, window: hour } };
    await guess(11, () => ({}));
    await guess(6, (at) => ({ address: `198.51.100.${at}`, limits }));
    const token = await run(null, (ctx) => startFlow(ctx, resetFlow, { personId }));
    const { browserToken } = await resetPassword(
      nobody,
      { email, password: "a new reel every day" },
      { token },
    );
    expect(await attempt("a new reel every day")).toBe(200);
    await guess(6, (at) => ({ address: `198.51.100.${at}`, limits }));
    expect(await attempt("a new reel every day", { limits })).toBe(429);
    expect(await attempt("a new reel every day", { limits, browserToken })).toBe(200);
  });
});

describe("the rate limits of an email", () => {
  it("are deleted by exact match", async () => {
    const emails = ["adam@example.com", "m@example.com"];
    const keysOf = (of: string) => [
      ...[`login:email:${of}`, `guess:email:${of}`],
      `login:email:${of} address:192.0.2.7`,
    ];
    for (const key of emails.flatMap(keysOf)) {
      await nobody((ctx) => countAttempt(ctx.tx, { key, now, resetsAt: after(now, hour) }));
    }
    await nobody((ctx) => clearAttemptsOfEmail(ctx.tx, "m@example.com"));
    const left = (await database.db.select().from(rateLimits)).map(({ key }) => key);
    expect(left.toSorted()).toEqual(keysOf("adam@example.com").toSorted());
  });
});
