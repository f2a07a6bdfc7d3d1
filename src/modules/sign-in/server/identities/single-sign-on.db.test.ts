import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { singleSignOnIdentity } from "#adapters/identity-provider/addresses.ts";
import { createIdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import { defaultSignInSettings, type SignInSettings } from "#core/sign-in-settings.ts";
import { people } from "#modules/people/server/tables.ts";
import { startTestOidcProvider, testOidcClient, type TestOidcProvider } from "#testing/oidc-provider.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { identities } from "../tables.ts";

let provider: TestOidcProvider;
let app: TestApp;
const signIn: SignInSettings = { ...defaultSignInSettings };
const verified = (name: string) => ({ email: `${name}@studio.example`, email_verified: true, name });

beforeAll(async () => {
  provider = await startTestOidcProvider({
    redirectUris: ["http://localhost:3000/oauth"],
    accounts: {},
  });
  const { issuer, clientId, clientSecret } = provider;
  const singleSignOn = { issuer, clientId, clientSecret, name: "Studio ID", roleClaim: "realm_access.roles" };
  app = await startApp({ signIn, singleSignOn });
});
afterAll(async () => {
  await app?.stop();
  provider?.stop();
});
beforeEach(() => void Object.assign(signIn, defaultSignInSettings));

/** A browser with cookies. */
function openBrowser() {
  const cookies = new Map<string, string>();
  const send = async (method: "GET" | "POST", path: string, payload?: object) => {
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
    return {
      status: reply.statusCode,
      ...(reply.json() as { code?: string; message: string; data?: unknown }),
    };
  };
  const leave = async (query = "") => {
    const { data } = await send("GET", `oauth/get-consent-window?provider=oidc${query}`);
    return (data as { url: string }).url;
  };
  const comeBack = (back: URLSearchParams) => send("GET", `oauth/login-register?${back}`);
  return {
    send,
    leave,
    comeBack,
    logIn: async (account: string) => comeBack(await provider.authorize(await leave(), account)),
  };
}

const personWith = async (email: string) =>
  (await app.db.select().from(people).where(eq(people.email, email)))[0];

describe("single sign-on", () => {
  it("creates an account with name and role of the provider, and logs in to it from then on", async () => {
    provider.accounts["1"] = { ...verified("Noa"), realm_access: { roles: ["offline", "reelay-editor"] } };
    const first = await openBrowser().logIn("1");
    expect(first).toMatchObject({
      status: 200,
      data: { name: "Noa", email: "noa@studio.example", role: "EDITOR", Oauth: true },
    });
    provider.accounts["1"] = { ...verified("renamed"), realm_access: { roles: ["creator"] } };
    const again = await openBrowser().logIn("1");
    expect(again).toMatchObject({ data: { email: "noa@studio.example", role: "EDITOR" } });
    const [stored] = await app.db.select().from(identities).where(eq(identities.subject, "1"));
    expect(stored).toMatchObject({ provider: provider.issuer, email: "noa@studio.example" });
  });

  it("lets a user without a role claim choose, and gives the claimed role later", async () => {
    provider.accounts["2"] = verified("Ola");
    expect(await openBrowser().logIn("2")).toMatchObject({ data: { role: "NORMAL" } });
    provider.accounts["2"] = { ...verified("Ola"), realm_access: { roles: ["creator"] } };
    expect(await openBrowser().logIn("2")).toMatchObject({ data: { role: "YOUTUBER" } });
  });

  it("connects an existing account only if both have verified the email, otherwise after its password", async () => {
    const email = "pia@studio.example";
    const password = "long reels are long";
    await openBrowser().send("POST", "signup", { email, password, role: "EDITOR" });
    provider.accounts["3"] = verified("pia");
    const browser = openBrowser();
    expect(await browser.logIn("3")).toMatchObject({
      status: 409,
      code: "password_needed",
      message: "An account with this email already exists. Enter its password to connect Studio ID.",
    });
    expect(await browser.send("POST", "oauth/link", { password })).toMatchObject({
      status: 200,
      data: { email },
    });

    await app.join("quin", "EDITOR");
    await app.db.update(people).set({ emailVerified: true }).where(eq(people.email, "quin@example.com"));
    provider.accounts["4"] = { email: "quin@example.com", email_verified: false };
    expect(await openBrowser().logIn("4")).toMatchObject({ code: "password_needed" });
    provider.accounts["4"] = { email: "quin@example.com", email_verified: true };
    expect(await openBrowser().logIn("4")).toMatchObject({
      status: 200,
      data: { email: "quin@example.com" },
    });
  });

  it.each(["a@evil.test,x@studio.example", "x@studio.example\r\nBcc: y@evil.test", "x@studio"])(
    "refuses an email that is no address: %j",
    async (email) => {
      provider.accounts["20"] = { email, email_verified: true };
      expect(await openBrowser().logIn("20")).toMatchObject({ status: 422, code: "provider_email_invalid" });
      expect(await personWith(email.toLowerCase())).toBeUndefined();
    },
  );

  it("takes the name from its parts, and the role of the user info if the ID token has none", async () => {
    const names = { given_name: "Ida", family_name: "Bell", name: undefined };
    const roles = { realm_access: { roles: ["reelay-editor"] }, inIdToken: { realm_access: { roles: [] } } };
    provider.accounts["21"] = { ...verified("ida"), ...names, ...roles };
    expect(await openBrowser().logIn("21")).toMatchObject({ data: { name: "Ida Bell", role: "EDITOR" } });
  });

  it("is another identity than Google with the same subject", async () => {
    const google = "104810273645519028361";
    await app.db.delete(people).where(eq(people.email, "mira@sandbox.test"));
    const owner = await app.person("mira", "YOUTUBER");
    await app.db.insert(identities).values({
      provider: "google",
      subject: google,
      personId: owner.id,
      email: "mira@sandbox.test",
      connectedAt: new Date(),
    });
    provider.accounts[google] = verified("impostor");
    expect(await openBrowser().logIn(google)).toMatchObject({ data: { email: "impostor@studio.example" } });
  });

  it("needs the state, the nonce and the issuer of this login", async () => {
    provider.accounts["5"] = verified("rae");
    const [one, other] = [openBrowser(), openBrowser()];
    const back = await provider.authorize(await one.leave(), "5");
    await other.leave();
    expect(await other.comeBack(back)).toMatchObject({ status: 409, code: "sign_in_expired" });
    const forged = new URLSearchParams(back);
    forged.set("iss", "https://evil.example");
    expect(await one.comeBack(forged)).toMatchObject({ status: 422, code: "provider_refused" });
    expect(await personWith("rae@studio.example")).toBeUndefined();
  });

  it("refuses an account without an email, with what to do", async () => {
    provider.accounts["6"] = { name: "nobody" };
    expect(await openBrowser().logIn("6")).toMatchObject({
      status: 422,
      message:
        "Studio ID sent no email address for your account. Ask the operator of this server to add one.",
    });
  });

  it("creates accounts as the server's settings say", async () => {
    provider.accounts["7"] = verified("sam");
    signIn.signUp = "closed";
    expect(await openBrowser().logIn("7")).toMatchObject({ status: 403, code: "sign_up_closed" });
    signIn.singleSignOnSignUp = true;
    expect(await openBrowser().logIn("7")).toMatchObject({ status: 200 });
    provider.accounts["8"] = verified("tess");
    Object.assign(signIn, { signUp: "open", singleSignOnSignUp: false });
    expect(await openBrowser().logIn("8")).toMatchObject({ status: 403 });
    expect(await openBrowser().logIn("7")).toMatchObject({ status: 200 });
  });

  it("says to a suspended user whom to ask", async () => {
    provider.accounts["9"] = verified("vera");
    await openBrowser().logIn("9");
    await app.db
      .update(people)
      .set({ suspendedAt: new Date() })
      .where(eq(people.email, "vera@studio.example"));
    signIn.contact = "help@studio.example";
    expect(await openBrowser().logIn("9")).toMatchObject({
      status: 403,
      code: "account_suspended",
      message: "This account is suspended. Ask help@studio.example to restore it.",
    });
  });

  it("can be the only login: passwords, codes and passkeys are refused", async () => {
    const user = await app.join("una", "EDITOR");
    signIn.passwordLogin = false;
    const browser = openBrowser();
    const credentials = { email: user.user.email, password: "una likes long reels" };
    for (const [path, body] of [
      ["login", credentials],
      ["signup", { ...credentials, email: "new@example.com", role: "EDITOR" }],
      ["passkey/begin-sign-in", {}],
    ] as const) {
      expect(await browser.send("POST", path, body)).toMatchObject({
        status: 403,
        code: "password_login_off",
      });
    }
    const reset = await app.app.inject({
      method: "POST",
      url: "/api/v1/forgot-password/generate-otp",
      payload: { email: credentials.email },
    });
    expect(reset.json()).toMatchObject({ code: "password_login_off" });
    expect(await browser.logIn("7")).toMatchObject({ status: 200 });
  });
});

it("names OIDC_ISSUER in the log if its discovery document states another one", async () => {
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}/o/reelay/`;
    const found = request.url?.startsWith("/o/reelay/.well-known/");
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ issuer, authorization_endpoint: issuer, token_endpoint: issuer }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  for (const path of ["/o/reelay", "/elsewhere"]) {
    const messages: string[] = [];
    const issuer = `http://127.0.0.1:${port}${path}`;
    const misconfigured = createIdentityProvider({
      addresses: singleSignOnIdentity({ issuer, name: "Studio ID", roleClaim: null }),
      ...testOidcClient,
      log: { warn: (_fields, message) => void messages.push(message) },
    });
    await expect(misconfigured.begin("http://localhost:3000/oauth")).rejects.toMatchObject({
      kind: "needs-user",
      message: expect.stringContaining("misconfigured on this server"),
    });
    expect(messages).toEqual([expect.stringContaining("OIDC_ISSUER is not the issuer")]);
  }
  server.close();
});

it("a provider that can't be reached is asked again at the next login", async () => {
  const { clientId, clientSecret } = provider;
  const away = createIdentityProvider({
    addresses: singleSignOnIdentity({ issuer: "http://127.0.0.1:9", name: "Studio ID", roleClaim: null }),
    clientId,
    clientSecret,
    log: { warn: () => undefined },
  });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await expect(away.begin("http://localhost:3000/oauth")).rejects.toMatchObject({
      kind: "retry",
      message: "Studio ID can't be reached. Try again in a moment.",
    });
  }
});
