import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { AppError } from "#core/error.ts";
import type { Run } from "#core/server/context.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { rateLimits } from "#core/server/rate-limit/tables.ts";
import { after, hour } from "#core/time.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { codeAlphabet, codeLifetime, codeLimits } from "#modules/sign-in/rules/one-time-code.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun, testSettings } from "#testing/run.ts";

import { signInJobs } from "../jobs.ts";
import { clearAttemptsOfEmail } from "../rate-limits/clear.ts";
import { rememberBrowser } from "../sessions/known-browser.ts";
import type { RunAct } from "../sessions/request-origin.ts";
import { oneTimeCodes } from "../tables.ts";
import { generateCode } from "./generate-code.ts";
import { redeemCode } from "./redeem-code.ts";
import { requestCode } from "./request-code.ts";

const email = "mira@example.com";
const start = new Date("2026-11-20T10:00:00Z");
let now = start;
let database: FreshDatabase;
let run: Run;
let personId: number;
const enqueued: unknown[] = [];
/** Texts hashed for comparison, as `personId:code`. */
const compared: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const keyring = createKeyring("a secret for these tests that is long enough");
  const digest = (purpose: string, text: string) => {
    compared.push(text);
    return keyring.digest(purpose, text);
  };
  run = createTestRun(database.db, {
    clock: () => now,
    settings: { ...testSettings, emailEnabled: true },
    keyring: { ...keyring, digest },
    enqueue: async (_tx, { job }, data) => void enqueued.push({ job, data }),
  });
  personId = (await run(null, (ctx) => createPerson(ctx, { email, role: "EDITOR", passwordHash: null }))).id;
});
afterAll(async () => database.close());

beforeEach(async () => {
  now = start;
  await database.db.delete(oneTimeCodes);
  await database.db.delete(rateLimits);
  enqueued.length = 0;
  compared.length = 0;
});

const nobody = <T>(act: Parameters<typeof run<T>>[1]) => run(null, act);
const purpose = "reset_password";
const origin = { address: "192.0.2.7", limits: codeLimits };

async function newCode(): Promise<string> {
  const code = await nobody((ctx) => generateCode(ctx, purpose, email));
  if (code === null) throw new Error("No code was generated.");
  return code;
}

/** The person of the code, or the code of the error. Each attempt has its own IP address. */
let guesses = 0;
async function guess(code: string, more: { email?: string; purpose?: "confirm_email" } = {}) {
  guesses += 1;
  const from = { ...origin, address: `198.51.100.${guesses}` };
  const outcome = redeemCode(nobody, { email, purpose, code, ...more }, from, async (_ctx, id) => id);
  return outcome.catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
}

function otherThan(code: string): string {
  return [...code].map((letter) => (letter === "2" ? "3" : "2")).join("");
}

describe("a one-time code", () => {
  it("is valid once, for its person and purpose", async () => {
    const code = await newCode();
    expect(code).toMatch(new RegExp(`^[${codeAlphabet}]{4}$`));
    expect(await guess(code, { email: "other@example.com" })).toBe("code_refused");
    expect(await guess(code, { purpose: "confirm_email" })).toBe("code_refused");
    expect(await guess(code)).toBe(personId);
    expect(await guess(code)).toBe("code_refused");
  });

  it("expires after two minutes", async () => {
    const code = await newCode();
    now = after(start, codeLifetime);
    expect(await guess(code)).toBe("code_refused");
    now = after(start, codeLifetime - 1);
    expect(await guess(code)).toBe(personId);
  });

  it("is replaced by the next one, which has all its attempts", async () => {
    const first = await newCode();
    for (let at = 0; at < 5; at += 1) await guess(otherThan(first));
    const second = await newCode();
    expect(await guess(first === second ? otherThan(second) : first)).toBe("code_refused");
    expect(await guess(second)).toBe(personId);
  });

  it("can't be ended twice in an hour by one client", async () => {
    const from = { ...origin, address: "203.0.113.66" };
    const attack = async (code: string) => {
      const attempts = Array.from({ length: 20 }, () => ({ email, purpose, code: otherThan(code) }) as const);
      for (const wrong of attempts)
        await redeemCode(nobody, wrong, from, async () => null).catch(() => undefined);
    };
    const first = await newCode();
    await attack(first);
    expect(await guess(first)).toBe("code_refused");
    const second = await newCode();
    await attack(second);
    expect(await guess(second)).toBe(personId);
  });

  it("is compared with at most five of a hundred parallel attempts", async () => {
    const code = await newCode();
    compared.length = 0;
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => guess(otherThan(code))));
    expect(new Set(outcomes)).toEqual(new Set(["code_refused"]));
    expect(compared.filter((text) => text.startsWith(`${personId}:`))).toHaveLength(5);
    expect(await guess(code)).toBe("code_refused");
  });

  it("is redeemed by one of a hundred parallel requests", async () => {
    const code = await newCode();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => guess(code)));
    expect(outcomes.filter((outcome) => outcome === personId)).toHaveLength(1);
  });

  it("stays valid if the action fails", async () => {
    const code = await newCode();
    const failing = redeemCode(nobody, { email, purpose, code }, origin, async () => {
      throw new Error("The rest failed.");
    });
    await expect(failing).rejects.toThrow("The rest failed.");
    expect(await guess(code)).toBe(personId);
  });

  it("is stored as a hash of the code, person and purpose", async () => {
    const code = await newCode();
    await nobody((ctx) => generateCode(ctx, "confirm_email", email));
    const rows = await database.db.select().from(oneTimeCodes);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(new Set(rows.map(({ codeHash }) => codeHash)).size).toBe(2);
  });

  it("is deleted after it expires", async () => {
    await newCode();
    now = after(start, codeLifetime + 1);
    await nobody((ctx) => generateCode(ctx, "confirm_email", email));
    const [sweep] = signInJobs({
      run,
      mail: null,
      keyring: createKeyring("unused"),
      appUrl: "",
      log: { warn: () => undefined },
      endConnections: () => undefined,
    });
    await sweep?.work(undefined, new AbortController().signal);
    const left = await database.db.select().from(oneTimeCodes);
    expect(left.map((code) => code.purpose)).toEqual(["confirm_email"]);
  });

  it("is refused for an IP address with too many attempts", async () => {
    const limits = { ...codeLimits, guessesByAddress: { attempts: 2, window: hour } };
    const code = await newCode();
    const attempt = (typed: string) =>
      redeemCode(nobody, { email, purpose, code: typed }, { ...origin, limits }, async () => true);
    await expect(attempt(otherThan(code))).rejects.toMatchObject({ status: 400 });
    await expect(attempt(otherThan(code))).rejects.toMatchObject({ status: 400 });
    await expect(attempt(code)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 });
  });
});

describe("requesting a code", () => {
  const ask = (asked: string, address = "192.0.2.7") =>
    requestCode(nobody, { purpose, email: asked }, { ...origin, address });

  it("enqueues the same job for an unknown email, without a readable address", async () => {
    await ask(email);
    await ask("nobody@example.com");
    expect(enqueued).toMatchObject([{ job: "sign-in.code-email" }, { job: "sign-in.code-email" }]);
    expect(JSON.stringify(enqueued)).not.toContain("example");
    expect(await database.db.select().from(oneTimeCodes)).toEqual([]);
  });

  it.each([
    ["email", (at: number) => ask(email, `203.0.113.${at}`)],
    ["address", (at: number) => ask(`person${at}@example.com`)],
  ])("is refused from the sixth within an hour for one %s, also in parallel", async (_, once) => {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_none, at) => once(at)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(enqueued).toHaveLength(5);
    await expect(once(99)).rejects.toMatchObject({
      code: "too_many_codes",
      status: 429,
      retryAfterSeconds: 3600,
    });
    now = after(start, hour);
    await once(1);
    expect(enqueued).toHaveLength(6);
  });

  describe("from known browsers", () => {
    let browsers = 0;
    /** Requests a code in a browser of its own in which the person has logged in. */
    async function askKnown(who: { id: number; email: string }, address?: string) {
      browsers += 1;
      const browserToken = await run(null, async (ctx) => rememberBrowser(ctx, undefined, who.id));
      const from = { ...origin, address: address ?? `203.0.113.${browsers}`, browserToken };
      await requestCode(nobody, { purpose, email: who.email }, from);
    }
    const settled = async (asking: Promise<void>[]) =>
      (await Promise.allSettled(asking)).filter(({ status }) => status === "fulfilled").length;

    it("is refused from the sixth within an hour for one email, however many browsers there are", async () => {
      const sent = await settled(Array.from({ length: 12 }, () => askKnown({ id: personId, email })));
      expect([sent, enqueued.length]).toEqual([5, 5]);
      await ask(email);
    });

    it("is refused above 20 within an hour for one network", async () => {
      const others = await Promise.all(
        Array.from({ length: 5 }, async (_, at) => {
          const input = { email: `known${at}@example.com`, role: "EDITOR" as const, passwordHash: null };
          return run(null, (ctx) => createPerson(ctx, input));
        }),
      );
      const all = others.flatMap((other) => Array.from({ length: 5 }, () => askKnown(other, "192.0.2.9")));
      expect([await settled(all), enqueued.length]).toEqual([20, 20]);
    });
  });

  it("stays limited when the account is deleted, without a readable email", async () => {
    for (let at = 0; at < 5; at += 1) await ask(email, `203.0.113.${at}`);
    await nobody((ctx) => clearAttemptsOfEmail(ctx.tx, email));
    await expect(ask(email, "203.0.113.9")).rejects.toMatchObject({ code: "too_many_codes" });
    expect(JSON.stringify(await database.db.select().from(rateLimits))).not.toContain("example");
  });

  it("fails if the server sends no email", async () => {
    const silent: RunAct = (act) => createTestRun(database.db)(null, act);
    const asking = requestCode(silent, { purpose, email }, origin);
    await expect(asking).rejects.toMatchObject({ code: "no_mail" });
  });
});
