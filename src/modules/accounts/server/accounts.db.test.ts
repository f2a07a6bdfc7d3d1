import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { AppError } from "#core/error.ts";
import { on, type Actor, type Run } from "#core/server/context.ts";
import { after, day, hour, minute } from "#core/time.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { accountCreated } from "../contract.ts";
import { accountLimits } from "../rules.ts";
import {
  cardsOf,
  changeProfile,
  identifyByToken,
  notePublished,
  personByName,
  profileByName,
  socketPerson,
} from "./actions.ts";
import { accountsJobs } from "./jobs.ts";
import { logIn } from "./sign-in/log-in.ts";
import { checkAuth, logOut } from "./sign-in/sessions.ts";
import { signUp } from "./sign-in/sign-up.ts";
import { people, sessions, throttles } from "./tables.ts";

let database: FreshDatabase;
let run: Run;
let now = new Date("2026-11-20T10:00:00Z");
const joined: number[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, {
    clock: () => now,
    eventHandlers: [
      on(accountCreated, async (_ctx, { personId }) => {
        joined.push(personId);
      }),
    ],
  });
});

afterAll(async () => {
  await database.drop();
});

beforeEach(async () => {
  await database.db.delete(throttles);
});

const nobody = <T>(act: Parameters<typeof run<T>>[1]) => run(null, act);
const origin = { address: "192.0.2.7", device: "Firefox on Linux", limits: accountLimits };
const password = "long reels are long";

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => new Error("It was not refused."),
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

describe("signing up", () => {
  it("makes a person with the name from the email, says so, and signs in", async () => {
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

  it("keeps neither the password nor the session's token", async () => {
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

  it("lets one of concurrent sign-ups with one email win", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => join("same@example.com")));
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const reasons = tries.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
    expect(reasons).toHaveLength(7);
    for (const reason of reasons) expect(reason).toMatchObject({ code: "email_taken", status: 409 });
  });

  it("gives concurrent sign-ups with one local part different names", async () => {
    const done = await Promise.all(Array.from({ length: 8 }, (_, at) => join(`info@studio-${at}.example`)));
    const names = done.map(({ user }) => user.name);
    expect(new Set(names).size).toBe(8);
    expect(names).toContain("info");
    for (const name of names) expect(name).toMatch(/^info(-\d+)?$/);
  });

  it("is refused after too many from one address", async () => {
    const limits = { ...accountLimits, signupByAddress: { tries: 2, window: hour } };
    const once = (at: number) =>
      signUp(nobody, { email: `many${at}@example.com`, password, role: "EDITOR" }, { ...origin, limits });
    await once(1);
    await once(2);
    expect(await refusal(once(3))).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
  });
});

describe("logging in", () => {
  it("takes the right password and makes a new session in place of the browser's old one", async () => {
    const first = await join("login@example.com");
    const actor = await actorBy(first.token);
    const asThem = <T>(act: Parameters<typeof run<T>>[1]) => run(actor, act);
    const second = await logIn(asThem, { email: "login@example.com", password }, origin);
    expect(second.token).not.toBe(first.token);
    expect(second.user.id).toBe(first.user.id);
    expect(await identify(first.token)).toBeNull();
    expect((await actorBy(second.token)).sessionId).not.toBe(actor.sessionId);
  });

  it("refuses a wrong password and an unknown email with the same words", async () => {
    await join("words@example.com");
    const wrong = await refusal(
      logIn(nobody, { email: "words@example.com", password: "not this one" }, origin),
    );
    const unknown = await refusal(logIn(nobody, { email: "no.one@example.com", password }, origin));
    expect(wrong).toMatchObject({ code: "wrong_credentials", status: 401 });
    expect({ ...unknown }).toEqual({ ...wrong });
  });

  it("lets through no more guesses for an email than the limit, however parallel", async () => {
    await join("guessed@example.com");
    const guess = (at: number) =>
      logIn(
        nobody,
        { email: "guessed@example.com", password: `guess ${at}` },
        { ...origin, address: `198.51.100.${at}` },
      );
    const tries = await Promise.all(Array.from({ length: 40 }, (_, at) => refusal(guess(at))));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(accountLimits.loginByEmail.tries);
    const locked = tries.filter(({ status }) => status === 429);
    expect(locked).toHaveLength(40 - accountLimits.loginByEmail.tries);
    expect(locked[0]?.retryAfterSeconds).toBe(15 * 60);
    const right = await refusal(logIn(nobody, { email: "guessed@example.com", password }, origin));
    expect(right).toMatchObject({ code: "login_locked", status: 429 });
  });

  it("lets in again when the window is over", async () => {
    await join("patient@example.com");
    const limits = { ...accountLimits, loginByEmail: { tries: 1, window: 15 * minute } };
    const wrong = () =>
      logIn(nobody, { email: "patient@example.com", password: "no" }, { ...origin, limits });
    expect(await refusal(wrong())).toMatchObject({ status: 401 });
    expect(await refusal(wrong())).toMatchObject({ status: 429 });
    now = after(now, 15 * minute);
    const { user } = await logIn(nobody, { email: "patient@example.com", password }, { ...origin, limits });
    expect(user.email).toBe("patient@example.com");
  });

  it("limits the guesses from one address over all emails, and counts no successful login", async () => {
    await join("office@example.com");
    const limits = { ...accountLimits, loginByAddress: { tries: 3, window: 15 * minute } };
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

  it("forgets the wrong tries of an email once its owner is in", async () => {
    await join("typo@example.com");
    const limits = { ...accountLimits, loginByEmail: { tries: 2, window: 15 * minute } };
    const attempt = (word: string) =>
      logIn(nobody, { email: "typo@example.com", password: word }, { ...origin, limits });
    for (let round = 0; round < 3; round += 1) {
      expect(await refusal(attempt("oh no"))).toMatchObject({ status: 401 });
      await attempt(password);
    }
  });
});

describe("a session", () => {
  it("ends at logout, and its socket token with it", async () => {
    const { token, user } = await join("leaves@example.com");
    const actor = await actorBy(token);
    expect(await nobody((ctx) => socketPerson(ctx, user.socketToken))).toEqual({
      personId: user.id,
      sessionId: actor.sessionId,
    });
    await run(actor, logOut);
    expect(await identify(token)).toBeNull();
    expect(await nobody((ctx) => socketPerson(ctx, user.socketToken))).toBeNull();
  });

  it("lives 30 days from its last use", async () => {
    const { token } = await join("slides@example.com");
    now = after(now, 29 * day);
    await actorBy(token);
    now = after(now, 29 * day);
    await actorBy(token);
    now = after(now, 30 * day);
    expect(await identify(token)).toBeNull();
  });

  it("notes its use at most once a minute", async () => {
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
      expect(await nobody((ctx) => socketPerson(ctx, token))).toBeNull();
    },
  );

  it("gives a fresh socket token at every check, good for 12 hours", async () => {
    const { token, user } = await join("socket@example.com");
    const actor = await actorBy(token);
    now = after(now, 11 * hour);
    const checked = await run(actor, checkAuth);
    expect(checked).toMatchObject({ id: user.id, email: "socket@example.com", editable: true });
    now = after(now, 2 * hour);
    expect(await nobody((ctx) => socketPerson(ctx, user.socketToken))).toBeNull();
    expect(await nobody((ctx) => socketPerson(ctx, checked.socketToken))).toMatchObject({
      personId: user.id,
    });
  });

  it("is swept when it has ended, with the counts of tries", async () => {
    const { sessionId } = await actorBy((await join("swept@example.com")).token);
    const disconnected: string[] = [];
    now = after(now, 31 * day);
    const { token } = await join("kept@example.com");
    const [job] = accountsJobs({
      ...{ run, mail: null, appUrl: "", log: { warn: () => undefined } },
      endConnections: (id) => disconnected.push(id),
    });
    await job?.work(undefined, new AbortController().signal);
    expect(await database.db.select().from(sessions)).toHaveLength(1);
    expect(disconnected).toContain(sessionId);
    await actorBy(token);
    now = after(now, 2 * hour);
    await job?.work(undefined, new AbortController().signal);
    expect(await database.db.select().from(throttles)).toHaveLength(0);
  });
});

describe("a profile", () => {
  it("shows the email to its owner alone", async () => {
    const { user, token } = await join("private@example.com");
    const other = await actorBy((await join("curious@example.com")).token);
    const own = await run(await actorBy(token), (ctx) => profileByName(ctx, "PRIVATE"));
    expect(own).toMatchObject({ id: user.id, email: "private@example.com", editable: true });
    const seen = await run(other, (ctx) => profileByName(ctx, "private"));
    expect(seen).toMatchObject({ id: user.id, email: "", editable: false });
    expect(await run(other, (ctx) => profileByName(ctx, "nobody at all"))).toBeNull();
  });

  it("keeps an old name's links working until somebody else takes it", async () => {
    const { user, token } = await join("old.name@example.com");
    const actor = await actorBy(token);
    const rename = (who: Actor, name: string) =>
      run(who, (ctx) => changeProfile(ctx, { name, bio: null, link: null }));
    await rename(actor, "New Name");
    await rename(actor, "Newest Name");
    for (const name of ["old.name", "NEW NAME", "newest name"]) {
      expect(await nobody((ctx) => personByName(ctx, name))).toMatchObject({
        id: user.id,
        name: "Newest Name",
      });
    }
    const other = await join("taker@example.com");
    await rename(await actorBy(other.token), "old.name");
    expect(await nobody((ctx) => personByName(ctx, "old.name"))).toMatchObject({ id: other.user.id });
    await rename(await actorBy(other.token), "taker");
    expect(await nobody((ctx) => personByName(ctx, "old.name"))).toMatchObject({ id: other.user.id });
    await rename(await actorBy(other.token), "new name");
    await database.db.delete(people).where(eq(people.id, other.user.id));
    expect(await nobody((ctx) => personByName(ctx, "new name"))).toBeNull();
  });

  it("may change the case of its own name, but not take another's in any case", async () => {
    const actor = await actorBy((await join("casey@example.com")).token);
    await join("taken@example.com");
    const change = (name: string) => run(actor, (ctx) => changeProfile(ctx, { name, bio: null, link: null }));
    expect((await change("CASEY")).user.name).toBe("CASEY");
    expect(await refusal(change("Taken"))).toMatchObject({ code: "name_taken", status: 409 });
    expect(await nobody((ctx) => personByName(ctx, "casey"))).toMatchObject({ id: actor.id, name: "CASEY" });
  });

  it("lets one of two who take a name at once have it", async () => {
    const actors = await Promise.all(
      ["race1@example.com", "race2@example.com"].map(async (email) => actorBy((await join(email)).token)),
    );
    const change = (actor: Actor) =>
      run(actor, (ctx) => changeProfile(ctx, { name: "The Prize", bio: null, link: null }));
    const outcomes = await Promise.allSettled(actors.map(change));
    expect(outcomes.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("keeps a picture that is not changed, and names the one that is no longer shown", async () => {
    const actor = await actorBy((await join("pictured@example.com")).token);
    const [first, second] = ["0198a000-0000-7000-8000-000000000001", "0198a000-0000-7000-8000-000000000002"];
    const change = (pictureFileId?: string) =>
      run(actor, (ctx) =>
        changeProfile(ctx, {
          name: "pictured",
          bio: "b",
          link: null,
          ...(pictureFileId && { pictureFileId }),
        }),
      );
    expect(await change(first)).toMatchObject({ replacedFileIds: [] });
    const kept = await change();
    expect(kept.user.profileImgUrl).toContain(first);
    expect(kept.replacedFileIds).toEqual([]);
    expect(await change(second)).toMatchObject({ replacedFileIds: [first] });
    const cards = await nobody((ctx) => cardsOf(ctx, [actor.id, actor.id, 999_999]));
    expect([...cards.keys()]).toEqual([actor.id]);
    expect(cards.get(actor.id)?.profileImgUrl).toContain(second);
  });

  it("counts a published task once for each of its people", async () => {
    const creator = await join("counts.creator@example.com", "YOUTUBER");
    const editor = await join("counts.editor@example.com");
    const team = { creatorId: creator.user.id, editorId: editor.user.id };
    await nobody((ctx) => notePublished(ctx, team));
    await nobody((ctx) => notePublished(ctx, team));
    const seen = await nobody((ctx) => profileByName(ctx, "counts.creator"));
    expect(seen).toMatchObject({ videosUploaded: 2, tasksCompleted: 0 });
    const done = await nobody((ctx) => profileByName(ctx, "counts.editor"));
    expect(done).toMatchObject({ videosUploaded: 0, tasksCompleted: 2 });
  });
});
