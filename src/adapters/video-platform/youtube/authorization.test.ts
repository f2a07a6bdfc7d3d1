import { createHash } from "node:crypto";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { publishingScopes } from "./authorization.ts";
import { type Reply, type TestPlatform, startTestPlatform } from "./test-platform.ts";

const redirectUri = "http://localhost:3000/yt-upload/return";
const scope = publishingScopes.join(" ");
const granted = {
  access_token: "access-secret",
  refresh_token: "refresh-secret",
  token_type: "Bearer",
  expires_in: 3600,
  scope,
};

let server: TestPlatform;
beforeEach(async () => {
  server = await startTestPlatform();
});
afterEach(() => server.close());

function answering(reply: Reply): void {
  server.reply(() => reply);
}

function exchangeCode() {
  return server.consent.exchangeCode({
    code: "code-secret",
    redirectUri,
    codeVerifier: "verifier-secret-".repeat(4),
  });
}

function refresh() {
  return server.platform.refresh("refresh-secret");
}

describe("the authorization URL", () => {
  it("requests offline access to exactly the scopes of publishing", () => {
    const url = new URL(
      server.consent.authorizationUrl({
        redirectUri,
        state: "s1",
        codeChallenge: "c1",
      }),
    );
    expect(`${url.origin}${url.pathname}`).toBe(`${server.origin}/o/oauth2/v2/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "client",
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "https://www.googleapis.com/auth/youtube.force-ssl",
      state: "s1",
      code_challenge: "c1",
      code_challenge_method: "S256",
      access_type: "offline",
      prompt: "consent",
      include_granted_scopes: "true",
    });
  });

  it("has a challenge that is the hash of the verifier", async () => {
    const { codeVerifier, codeChallenge } = await server.consent.createPkce();
    expect(codeVerifier.length).toBeGreaterThanOrEqual(43);
    expect(createHash("sha256").update(codeVerifier).digest("base64url")).toBe(codeChallenge);
  });
});

describe("the exchange of a code", () => {
  it("returns tokens, their expiry and their scopes", async () => {
    answering({ status: 200, body: granted });
    const before = Date.now();
    const tokens = await exchangeCode();
    expect(tokens).toMatchObject({
      accessToken: "access-secret",
      refreshToken: "refresh-secret",
      scopes: [...publishingScopes],
    });
    expect(tokens.expiresAt.getTime()).toBeGreaterThanOrEqual(before + 3_600_000);
    const [request] = server.requests;
    expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
      grant_type: "authorization_code",
      code: "code-secret",
      redirect_uri: redirectUri,
      code_verifier: "verifier-secret-".repeat(4),
      client_id: "client",
      client_secret: "client-secret",
    });
  });

  it("accepts more scopes than requested", async () => {
    answering({ status: 200, body: { ...granted, scope: `openid ${scope}` } });
    expect((await exchangeCode()).scopes).toEqual(["openid", ...publishingScopes]);
  });

  it("names a missing scope", async () => {
    answering({ status: 200, body: { ...granted, scope: "https://www.googleapis.com/auth/youtube.upload" } });
    await expect(exchangeCode()).rejects.toMatchObject({
      kind: "needs-user",
      code: "scope_missing",
      message: expect.stringContaining("youtube.force-ssl"),
    });
  });

  it("refuses a response without a refresh token", async () => {
    answering({ status: 200, body: { ...granted, refresh_token: undefined } });
    await expect(exchangeCode()).rejects.toMatchObject({ kind: "needs-user", code: "no_refresh_token" });
  });

  it("requires a new authorization for a used code", async () => {
    answering({ status: 400, body: { error: "invalid_grant", error_description: "Bad Request" } });
    await expect(exchangeCode()).rejects.toMatchObject({
      kind: "needs-user",
      code: "authorization_expired",
    });
  });

  it("reports a wrong client as the operator's settings", async () => {
    for (const error of ["invalid_client", "deleted_client", "redirect_uri_mismatch"]) {
      answering({ status: error === "redirect_uri_mismatch" ? 400 : 401, body: { error } });
      await expect(exchangeCode()).rejects.toMatchObject({ kind: "needs-user", code: "client_settings" });
    }
  });
});

describe("a refresh", () => {
  it("keeps the refresh token if none is returned", async () => {
    answering({ status: 200, body: { ...granted, refresh_token: undefined, access_token: "fresh" } });
    expect(await refresh()).toMatchObject({ accessToken: "fresh", refreshToken: "refresh-secret" });
  });

  it("replaces the refresh token if one is returned", async () => {
    answering({ status: 200, body: { ...granted, refresh_token: "rotated" } });
    expect(await refresh()).toMatchObject({ refreshToken: "rotated" });
  });

  it("requires a reconnection for a revoked grant", async () => {
    answering({
      status: 400,
      body: { error: "invalid_grant", error_description: "Token has been revoked." },
    });
    await expect(refresh()).rejects.toMatchObject({ kind: "needs-user", code: "reconnect_needed" });
  });

  it("is retried after an error of the platform, with the requested delay", async () => {
    answering({ status: 503, body: "<h1>Try later</h1>", headers: { "retry-after": "9" } });
    await expect(refresh()).rejects.toMatchObject({
      kind: "retry",
      code: "unavailable",
      retryAfterSeconds: 9,
    });
    answering({ status: 500, body: { error: "internal_failure" } });
    await expect(refresh()).rejects.toMatchObject({ kind: "retry", code: "unavailable" });
  });

  it("is retried without a response", async () => {
    server.script((request) => request.socket.destroy());
    await expect(refresh()).rejects.toMatchObject({ kind: "retry", code: "unreachable" });
  });
});

describe("a revocation", () => {
  it("sends the token and nothing else", async () => {
    answering({ status: 200, body: {} });
    await server.platform.revoke("refresh-secret");
    expect(server.requests[0]?.url.pathname).toBe("/revoke");
    expect(server.requests[0]?.body.toString()).toBe("token=refresh-secret");
  });

  it("accepts an invalid token as revoked", async () => {
    answering({ status: 400, body: { error: "invalid_token" } });
    await expect(server.platform.revoke("refresh-secret")).resolves.toBeUndefined();
  });

  it("is retried after an error of the platform", async () => {
    answering({ status: 503 });
    await expect(server.platform.revoke("refresh-secret")).rejects.toMatchObject({ kind: "retry" });
  });
});

describe("secrets", () => {
  it("appear in no message, cause or log", async () => {
    const replies: Reply[] = [
      { status: 200, body: { ...granted, scope: "none" } },
      { status: 400, body: { error: "invalid_grant", error_description: "code-secret refresh-secret" } },
      { status: 503, body: "refresh-secret" },
      { status: 200, body: { refresh_token: "refresh-secret" } },
    ];
    const met: unknown[] = [];
    for (const reply of replies) {
      answering(reply);
      await exchangeCode().catch((error: unknown) => met.push(error));
      await refresh().catch((error: unknown) => met.push(error));
    }
    expect(met.length).toBe(7);
    const text = met
      .map((error) =>
        error instanceof Error ? `${error.message} ${error.stack} ${String(error.cause)}` : "",
      )
      .join("\n");
    expect(text + server.logged()).not.toContain("-secret");
  });
});
