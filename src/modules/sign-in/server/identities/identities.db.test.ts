import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { identityEndpoints } from "#modules/sign-in/contract/identities.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

const answerShape = z.object({
  message: z.string(),
  code: z.string().optional(),
  data: z
    .looseObject({})
    .or(z.array(z.unknown()).transform((items) => ({ items })))
    .nullable()
    .optional(),
});

function fieldOf(data: object | null | undefined, name: string): unknown {
  return new Map(Object.entries(data ?? {})).get(name);
}

/** A browser with cookies. */
function openBrowser() {
  const cookies = new Map<string, string>();
  const send = async (method: "GET" | "POST" | "DELETE", path: string, payload?: object) => {
    const reply = await app.app.inject({
      method,
      url: `/api/v1/user/${path}`,
      cookies: Object.fromEntries(cookies),
      ...(payload && { payload }),
    });
    for (const { name, value } of reply.cookies) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: reply.statusCode, ...answerShape.parse(reply.json()) };
  };
  const leave = async (query = "") => {
    const { data } = await send("GET", `oauth/get-consent-window${query}`);
    return identityEndpoints.consentWindow.response.parse(data).url;
  };
  const comeBack = (back: { code: string | null; state?: string | null }, role?: string) => {
    const query = new URLSearchParams({ code: back.code ?? "", ...(role && { role }) });
    if (back.state) query.set("state", back.state);
    return send("GET", `oauth/login-register?${query}`);
  };
  return {
    cookies,
    send,
    leave,
    comeBack,
    signIn: async (email: string, role?: string) =>
      comeBack(await authorizeInSandbox(await leave(), { email }), role),
  };
}

const [mira, teo, junia, pim] = ["mira", "teo", "junia", "pim"].map((name) => `${name}@sandbox.test`) as [
  string,
  string,
  string,
  string,
];
const password = "long reels are long";

async function signUp(email: string) {
  const browser = openBrowser();
  const answer = await browser.send("POST", "signup", { email, password, role: "EDITOR" });
  expect(answer.status).toBe(200);
  return { ...browser, id: passwordEndpoints.signup.response.parse(answer.data).id };
}

/** Deletes the accounts of the sandbox's users, so that each can sign up again. */
async function deleteSandboxUsers(): Promise<void> {
  for (const email of [mira, teo, junia, pim]) {
    await app.db.execute(`delete from people where email = '${email}'`);
  }
}

describe("a new user", () => {
  it("gets an account with the chosen role, and a session", async () => {
    await deleteSandboxUsers();
    const browser = openBrowser();
    const answer = await browser.signIn(mira, "YOUTUBER");
    expect(answer).toMatchObject({
      status: 200,
      data: { name: "Mira Solvane", email: mira, role: "YOUTUBER", Oauth: true, editable: true },
    });
    expect(await browser.send("GET", "check-auth")).toMatchObject({ data: { email: mira } });
    expect(await browser.send("GET", "identities")).toMatchObject({
      data: { items: [{ provider: "google", email: mira }] },
    });
  });

  it("logs in as the same person, whatever role the browser sends", async () => {
    expect(await openBrowser().signIn(mira, "EDITOR")).toMatchObject({ data: { role: "YOUTUBER" } });
  });

  it.each([1, 2, 3])("is created once by concurrent requests (%i)", async () => {
    await deleteSandboxUsers();
    const browsers = Array.from({ length: 8 }, openBrowser);
    const returns = await Promise.all(
      browsers.map(async (browser) => ({
        browser,
        back: await authorizeInSandbox(await browser.leave(), { email: mira }),
      })),
    );
    const answers = await Promise.all(returns.map(({ browser, back }) => browser.comeBack(back, "EDITOR")));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ data }) => fieldOf(data, "id"))).size).toBe(1);
  });

  it.each([undefined, "NORMAL", "ADMIN"])(
    "chooses a role later, once, after signing up with the role %s",
    async (role) => {
      await deleteSandboxUsers();
      const browser = openBrowser();
      expect(await browser.signIn(teo, role)).toMatchObject({ data: { role: "NORMAL" } });
      const choices = await Promise.all(
        ["EDITOR", "YOUTUBER"].map((role) => browser.send("POST", "choose-role", { role })),
      );
      expect(choices.map(({ status }) => status).sort()).toEqual([200, 409]);
      const chosen = fieldOf(choices.find(({ status }) => status === 200)?.data, "role");
      expect(await browser.send("GET", "check-auth")).toMatchObject({ data: { role: chosen } });
      expect(await browser.send("POST", "choose-role", { role: "EDITOR" })).toMatchObject({
        status: 409,
        code: "role_chosen",
      });
    },
  );
});

describe("the callback from Google", () => {
  const over = { status: 409, code: "sign_in_expired" };

  it("works once", async () => {
    const browser = openBrowser();
    const back = await authorizeInSandbox(await browser.leave(), { email: mira });
    const before = new Map(browser.cookies);
    expect(await browser.comeBack(back)).toMatchObject({ status: 200 });
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect(await browser.comeBack(back)).toMatchObject(over);
  });

  it("works only in the browser that started it", async () => {
    const [browser, other] = [openBrowser(), openBrowser()];
    const back = await authorizeInSandbox(await browser.leave(), { email: mira });
    await other.leave();
    expect(await other.comeBack(back)).toMatchObject(over);
    expect(await openBrowser().comeBack(back)).toMatchObject(over);
    expect(await browser.comeBack(back)).toMatchObject({ status: 200 });
  });

  it("requires the state that the browser started with", async () => {
    const browser = openBrowser();
    const { code, state } = await authorizeInSandbox(await browser.leave(), { email: mira });
    expect(await browser.comeBack({ code })).toMatchObject(over);
    expect(await browser.comeBack({ code, state: "another" })).toMatchObject(over);
    expect(await browser.comeBack({ code, state })).toMatchObject({ status: 200 });
  });

  it("fails for a code that Google doesn't know, without a session", async () => {
    const browser = openBrowser();
    const { state } = await authorizeInSandbox(await browser.leave(), { email: mira });
    expect(await browser.comeBack({ code: "guessed", state })).toMatchObject({
      status: 422,
      code: "provider_refused",
    });
    expect(browser.cookies.has("reelay_session")).toBe(false);
  });
});

describe("an account with the same email", () => {
  it("requires its password once and allows another attempt", async () => {
    await deleteSandboxUsers();
    const { id } = await signUp(junia);
    const browser = openBrowser();
    expect(await browser.signIn(junia)).toMatchObject({ status: 409, code: "password_needed" });
    expect(browser.cookies.has("reelay_session")).toBe(false);
    const wrong = await browser.send("POST", "oauth/link", { password: "another one" });
    expect(wrong).toMatchObject({ status: 401, code: "wrong_password" });
    const linked = await browser.send("POST", "oauth/link", { password });
    expect(linked).toMatchObject({ status: 200, data: { id, role: "EDITOR" } });
    expect(await openBrowser().signIn(junia)).toMatchObject({ status: 200, data: { id } });
    expect(await browser.send("POST", "oauth/link", { password })).toMatchObject({ code: "sign_in_expired" });
  });

  it("is not taken over by a Google account whose email Google hasn't verified", async () => {
    await deleteSandboxUsers();
    const { id } = await signUp(pim);
    await app.db.execute(`update people set email_verified = true where id = ${id}`);
    expect(await openBrowser().signIn(pim)).toMatchObject({ code: "password_needed" });
  });

  it("isn't connected without a password while its email is unverified", async () => {
    await deleteSandboxUsers();
    await signUp(teo);
    expect(await openBrowser().signIn(teo)).toMatchObject({ code: "password_needed" });
  });

  it("is connected without a password if both have verified the email", async () => {
    await deleteSandboxUsers();
    const { id } = await signUp(teo);
    await app.db.execute(`update people set email_verified = true where id = ${id}`);
    const browsers = [openBrowser(), openBrowser()];
    const answers = await Promise.all(browsers.map((browser) => browser.signIn(teo)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, data: { id } });
  });

  it("keeps its name and picture when Google is connected", async () => {
    await deleteSandboxUsers();
    const pictures = () => app.queue.filter(({ job }) => job === "profiles.google-picture").length;
    const before = pictures();
    const { id } = await signUp(teo);
    await app.db.execute(`update people set email_verified = true where id = ${id}`);
    const kept = { name: "teo", profileImgUrl: "" };
    expect(await openBrowser().signIn(teo)).toMatchObject({ data: { id, ...kept } });
    const owner = await signUp(pim);
    await owner.comeBack(await authorizeInSandbox(await owner.leave("?connect=true"), { email: mira }));
    expect(await owner.send("GET", "check-auth")).toMatchObject({ data: { ...kept, name: "pim" } });
    expect(pictures()).toBe(before);
    await openBrowser().signIn(junia, "EDITOR");
    expect(pictures()).toBe(before + 1);
  });

  it("is locked after too many wrong passwords", async () => {
    await deleteSandboxUsers();
    await signUp(mira);
    const browser = openBrowser();
    await browser.signIn(mira);
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => browser.send("POST", "oauth/link", { password: "a guess" })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(await browser.send("POST", "oauth/link", { password })).toMatchObject({ code: "login_locked" });
  });

  it("is refused if it has another Google account", async () => {
    await deleteSandboxUsers();
    const owner = await signUp(teo);
    const back = await authorizeInSandbox(await owner.leave("?connect=true"), { email: junia });
    expect(await owner.comeBack(back)).toMatchObject({ status: 200 });
    expect(await openBrowser().signIn(teo)).toMatchObject({ status: 409, code: "other_sign_in_method" });
  });
});

describe("the owner of an account", () => {
  const mailed = (change: string) =>
    app.queue.filter(
      ({ job, data }) => job === "sign-in.security-email" && JSON.stringify(data).includes(`"${change}"`),
    ).length;

  it("is notified when Google is connected and disconnected, but not of a new account", async () => {
    await deleteSandboxUsers();
    const [connected, disconnected] = [mailed("identity_connected"), mailed("identity_disconnected")];
    await openBrowser().signIn(junia, "EDITOR");
    expect(mailed("identity_connected")).toBe(connected);
    const owner = await signUp("told@example.com");
    await owner.comeBack(await authorizeInSandbox(await owner.leave("?connect=true"), { email: teo }));
    await owner.send("DELETE", "identities/google");
    expect(mailed("identity_connected")).toBe(connected + 1);
    expect(mailed("identity_disconnected")).toBe(disconnected + 1);
  });
});

describe("connecting Google to the own account", () => {
  const connect = async (browser: ReturnType<typeof openBrowser>, email: string) =>
    browser.comeBack(await authorizeInSandbox(await browser.leave("?connect=true"), { email }));

  it("requires a session", async () => {
    expect(await openBrowser().send("GET", "oauth/get-consent-window?connect=true")).toMatchObject({
      status: 401,
    });
  });

  it("keeps the session and allows login with Google from then on", async () => {
    await deleteSandboxUsers();
    const owner = await signUp("owner@example.com");
    const session = owner.cookies.get("reelay_session");
    expect(await connect(owner, mira)).toMatchObject({ status: 200, data: { id: owner.id } });
    expect(owner.cookies.get("reelay_session")).toBe(session);
    expect(await openBrowser().signIn(mira)).toMatchObject({ data: { id: owner.id } });
    expect(await connect(owner, teo)).toMatchObject({ status: 409, code: "identity_connected" });
  });

  it("fails for the Google account of another user", async () => {
    const stranger = await signUp("stranger@example.com");
    expect(await connect(stranger, mira)).toMatchObject({ status: 409, code: "identity_taken" });
  });

  it("fails after the session that started it has ended", async () => {
    const leaving = await signUp("leaving@example.com");
    const back = await authorizeInSandbox(await leaving.leave("?connect=true"), { email: teo });
    await leaving.send("POST", "logout");
    expect(await leaving.comeBack(back)).toMatchObject({ code: "sign_in_expired" });
  });

  it("can be undone, unless it is the only login method", async () => {
    await deleteSandboxUsers();
    const owner = await signUp("undoing@example.com");
    await connect(owner, mira);
    expect(await owner.send("DELETE", "identities/google")).toMatchObject({ status: 200 });
    expect(await owner.send("GET", "identities")).toMatchObject({ data: { items: [] } });
    expect(await openBrowser().signIn(mira)).not.toMatchObject({ data: { id: owner.id } });
    const only = openBrowser();
    await only.signIn(junia);
    expect(await only.send("DELETE", "identities/google")).toMatchObject({
      status: 409,
      code: "only_sign_in_method",
    });
    expect(await only.send("GET", "identities")).toMatchObject({ data: { items: [{ email: junia }] } });
  });
});
