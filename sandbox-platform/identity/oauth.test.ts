import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createBrowser } from "../testing/browser.ts";
import {
  authorizationUrl,
  authorizationCode,
  connect,
  createPkce,
  exchangeCode,
  personNamed,
  postToken,
  refresh,
  passConsent,
} from "../testing/oauth.ts";
import { clientId, redirectUri, startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import { youtubeScopes } from "./scopes.ts";

const signIn = ["openid", "email", "profile"];

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.remove());

async function userinfo(token: string) {
  const response = await fetch(`${sandbox.url}/v1/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

const revoke = (token: string) =>
  fetch(`${sandbox.url}/revoke`, { method: "POST", body: new URLSearchParams({ token }) });

describe("login", () => {
  it("redirects through account, channel and consent to the application with code and state", async () => {
    const browser = createBrowser(sandbox.url);
    const mira = personNamed("Mira");
    const chooser = await browser.open(authorizationUrl(sandbox.url, {}));
    expect(chooser.text).toContain("Choose an account");
    expect(chooser.text).toContain(mira.email);

    const channels = await browser.submit(`${chooser.url}/account`, [["account", mira.id]]);
    expect(channels.text).toContain("Choose a channel");
    expect(channels.text).toContain(mira.channels[1]?.title);

    const channel = mira.channels[1]?.id ?? "";
    const consent = await browser.open(`${channels.url}?channel=${channel}`);
    expect(consent.text).toContain("Manage your YouTube videos");
    expect(consent.text).toContain(mira.channels[1]?.title);

    const back = await browser.submit(`${consent.url.split("?")[0]}/consent`, [
      ["scope", youtubeScopes.upload],
      ["channel", channel],
    ]);
    expect(back.location?.startsWith(`${redirectUri}?`)).toBe(true);
    expect(new URL(back.location ?? "").searchParams.get("state")).toBe("a-state");
  });

  it("returns a signed ID token with nonce and account", async () => {
    const answer = await passConsent(sandbox.url, { scopes: signIn, params: { nonce: "once" } });
    const tokens = await exchangeCode(sandbox.url, authorizationCode(answer));
    const keys = createRemoteJWKSet(new URL("/oauth2/v3/certs", sandbox.url));
    const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? "", keys, {
      issuer: sandbox.url,
      audience: clientId,
    });
    const mira = personNamed("Mira");
    expect(protectedHeader.alg).toBe("RS256");
    expect(payload).toMatchObject({
      sub: mira.id,
      nonce: "once",
      email: mira.email,
      email_verified: true,
      name: mira.name,
    });
  });

  it("returns userinfo for a valid token and 401 otherwise", async () => {
    const answer = await passConsent(sandbox.url, { scopes: signIn, person: personNamed("Pim") });
    const tokens = await exchangeCode(sandbox.url, authorizationCode(answer));
    const pim = personNamed("Pim");
    expect(await userinfo(tokens.access_token)).toMatchObject({
      status: 200,
      body: { sub: pim.id, email: pim.email, email_verified: false },
    });
    expect((await userinfo("wrong")).status).toBe(401);
  });

  it("skips the consent for scopes granted before, without a second refresh token", async () => {
    const params = { access_type: "offline" };
    const request = { scopes: signIn, person: personNamed("Teo"), params };
    const first = await exchangeCode(sandbox.url, authorizationCode(await passConsent(sandbox.url, request)));
    expect(first.refresh_token).toBeDefined();

    const browser = createBrowser(sandbox.url);
    const chooser = await browser.open(authorizationUrl(sandbox.url, request));
    const back = await browser.submit(`${chooser.url}/account`, [["account", request.person.id]]);
    const second = await exchangeCode(sandbox.url, authorizationCode(back));
    expect(second.refresh_token).toBeUndefined();
  });

  it("can switch to another account", async () => {
    const browser = createBrowser(sandbox.url);
    await passConsent(sandbox.url, { browser, scopes: signIn, person: personNamed("Mira") });
    const answer = await passConsent(sandbox.url, { browser, scopes: signIn, person: personNamed("Junia") });
    const tokens = await exchangeCode(sandbox.url, authorizationCode(answer));
    expect((await userinfo(tokens.access_token)).body).toMatchObject({ sub: personNamed("Junia").id });
  });

  it("responds to prompt=none without a page: with a code if possible, else with an error", async () => {
    const browser = createBrowser(sandbox.url);
    const request = { scopes: signIn, params: { prompt: "none" } };
    const loggedOut = await browser.open(authorizationUrl(sandbox.url, request));
    expect(loggedOut.location).toContain("error=login_required");
    await passConsent(sandbox.url, { browser, scopes: signIn });
    const known = await browser.open(authorizationUrl(sandbox.url, request));
    expect(authorizationCode(known)).not.toBe("");
  });

  it("tolerates Google's further parameters", async () => {
    const params = {
      include_granted_scopes: "true",
      login_hint: "teo@sandbox.test",
      prompt: "select_account consent",
      hl: "en",
    };
    const chooser = await createBrowser(sandbox.url).open(authorizationUrl(sandbox.url, { params }));
    expect(chooser.text.indexOf("teo@sandbox.test")).toBeLessThan(chooser.text.indexOf("mira@sandbox.test"));
    expect(
      authorizationCode(await passConsent(sandbox.url, { params, person: personNamed("Teo") })),
    ).not.toBe("");
  });
});

describe("consent", () => {
  it("grants only the checked scopes", async () => {
    const tokens = await connect(sandbox.url, {
      scopes: [...signIn, youtubeScopes.upload, youtubeScopes.readonly],
      checkedScopes: [youtubeScopes.readonly],
    });
    expect(tokens.scope.split(" ").toSorted()).toEqual([...signIn, youtubeScopes.readonly].toSorted());
  });

  it("redirects with access_denied if nothing is checked or Deny is pressed", async () => {
    const nothing = await passConsent(sandbox.url, { checkedScopes: [], params: { prompt: "consent" } });
    expect(nothing.location).toContain("error=access_denied");

    const browser = createBrowser(sandbox.url);
    const chooser = await browser.open(authorizationUrl(sandbox.url, {}));
    const denied = await browser.submit(`${chooser.url}/deny`, []);
    expect(denied.location).toContain("error=access_denied");
    expect(denied.location).toContain("state=a-state");
  });

  it("adds scopes granted before with include_granted_scopes", async () => {
    const person = personNamed("Junia");
    await connect(sandbox.url, { person, scopes: [youtubeScopes.readonly] });
    const tokens = await connect(sandbox.url, {
      person,
      scopes: [youtubeScopes.upload],
      params: { include_granted_scopes: "true" },
    });
    expect(tokens.scope.split(" ")).toEqual(
      expect.arrayContaining([youtubeScopes.upload, youtubeScopes.readonly]),
    );
  });

  it("shows redirect_uri_mismatch with the exact value and does not redirect", async () => {
    const params = { redirect_uri: `${redirectUri}/` };
    const answer = await createBrowser(sandbox.url).open(authorizationUrl(sandbox.url, { params }));
    expect(answer.status).toBe(400);
    expect(answer.location).toBeUndefined();
    expect(answer.text).toContain("redirect_uri_mismatch");
    expect(answer.text).toContain(`<code>${redirectUri}/</code>`);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("tokens", () => {
  it("are opaque, valid for an hour and include a refresh token for offline access", async () => {
    const tokens = await connect(sandbox.url);
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
    expect(tokens.access_token).not.toContain(".");
    expect(tokens.refresh_token).toBeDefined();
    const online = await passConsent(sandbox.url, { params: { prompt: "consent" } });
    expect((await exchangeCode(sandbox.url, authorizationCode(online))).refresh_token).toBeUndefined();
  });

  it("are refreshed repeatedly by one refresh token, which is not returned again", async () => {
    const tokens = await connect(sandbox.url, { scopes: [...signIn, youtubeScopes.upload] });
    const first = await refresh(sandbox.url, tokens.refresh_token ?? "");
    const second = await refresh(sandbox.url, tokens.refresh_token ?? "");
    expect(first.refresh_token).toBeUndefined();
    expect(new Set([tokens.access_token, first.access_token, second.access_token]).size).toBe(3);
    expect((await userinfo(second.access_token)).status).toBe(200);
  });

  it("are all revoked with one of them, without client credentials", async () => {
    const scopes = [...signIn, youtubeScopes.upload];
    const person = personNamed("Teo");
    const one = await connect(sandbox.url, { person, scopes });
    const other = await connect(sandbox.url, { person, scopes });
    expect((await revoke(one.access_token)).status).toBe(200);
    expect((await userinfo(other.access_token)).status).toBe(401);
    const fields = { grant_type: "refresh_token", refresh_token: other.refresh_token ?? "" };
    expect(await postToken(sandbox.url, fields)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect((await revoke(one.access_token)).status).toBe(400);
  });

  it("survive a restart, and so do the signing keys", async () => {
    const tokens = await connect(sandbox.url, { scopes: [...signIn, youtubeScopes.upload] });
    const keysBefore = await (await fetch(`${sandbox.url}/oauth2/v3/certs`)).text();
    sandbox = await sandbox.restart();
    expect((await userinfo(tokens.access_token)).status).toBe(200);
    expect((await refresh(sandbox.url, tokens.refresh_token ?? "")).access_token).toBeDefined();
    expect(await (await fetch(`${sandbox.url}/oauth2/v3/certs`)).text()).toBe(keysBefore);
  });

  it("are refused for a wrong client secret and for a reused code, which also revokes its tokens", async () => {
    const answer = await passConsent(sandbox.url, { scopes: signIn, params: { prompt: "consent" } });
    const fields = {
      grant_type: "authorization_code",
      code: authorizationCode(answer),
      redirect_uri: redirectUri,
    };
    const wrong = await postToken(sandbox.url, { ...fields, client_secret: "wrong" });
    expect(wrong).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    const tokens = await exchangeCode(sandbox.url, fields.code);
    expect(await postToken(sandbox.url, fields)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect((await userinfo(tokens.access_token)).status).toBe(401);
  });
});

describe("PKCE", () => {
  it("accepts only the verifier of the challenge", async () => {
    const { verifier, challenge } = createPkce();
    const params = { code_challenge: challenge, code_challenge_method: "S256", prompt: "consent" };
    const request = { scopes: signIn, params };
    const good = authorizationCode(await passConsent(sandbox.url, request));
    expect((await exchangeCode(sandbox.url, good, { code_verifier: verifier })).access_token).toBeDefined();

    const wrong: Record<string, string>[] = [{ code_verifier: createPkce().verifier }, {}];
    for (const more of wrong) {
      const code = authorizationCode(await passConsent(sandbox.url, request));
      const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...more };
      expect(await postToken(sandbox.url, fields)).toMatchObject({ body: { error: "invalid_grant" } });
    }
  });
});

describe("discovery", () => {
  it("lists Google's paths", async () => {
    const document = await (await fetch(`${sandbox.url}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({
      issuer: sandbox.url,
      authorization_endpoint: `${sandbox.url}/o/oauth2/v2/auth`,
      token_endpoint: `${sandbox.url}/token`,
      revocation_endpoint: `${sandbox.url}/revoke`,
      userinfo_endpoint: `${sandbox.url}/v1/userinfo`,
      jwks_uri: `${sandbox.url}/oauth2/v3/certs`,
    });
  });
});
