import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { authorizeInSandbox, startTestSandbox, type TestSandbox } from "#testing/sandbox.ts";

import { type IdentityAddresses, sandboxIdentity, singleSignOnIdentity } from "./addresses.ts";
import { createIdentityProvider, type IdentityProvider } from "./identity-provider.ts";

const redirectUri = "http://localhost:3000/oauth";
const warnings: string[] = [];
let sandbox: TestSandbox;
let provider: IdentityProvider;

beforeAll(async () => {
  sandbox = await startTestSandbox({ redirectUris: [redirectUri] });
  provider = createProvider({});
});
afterAll(async () => sandbox?.stop());

type Elsewhere = Partial<NonNullable<IdentityAddresses["endpoints"]>> & { issuer?: string };

function createProvider(
  { issuer, ...endpoints }: Elsewhere,
  clientSecret = sandbox.clientSecret,
): IdentityProvider {
  const addresses = sandboxIdentity(sandbox.url);
  return createIdentityProvider({
    addresses: {
      ...addresses,
      ...(issuer !== undefined && { issuer }),
      endpoints: addresses.endpoints && { ...addresses.endpoints, ...endpoints },
    },
    clientId: sandbox.clientId,
    clientSecret,
    log: { warn: (fields, message) => void warnings.push(JSON.stringify({ ...fields, message })) },
  });
}

async function signIn(email = "mira@sandbox.test") {
  const { url, state, nonce, codeVerifier } = await provider.begin(redirectUri);
  const back = await authorizeInSandbox(url, { email });
  expect(back.state).toBe(state);
  return { code: back.code ?? "", nonce, codeVerifier, redirectUri };
}

describe("the authorization URL", () => {
  it("requests only the identity and the profile, and the choice of an account", async () => {
    const { url, state, nonce } = await provider.begin(redirectUri);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: sandbox.clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid email profile",
      state,
      nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      prompt: "select_account",
    });
  });

  it("differs each time", async () => {
    const [one, other] = await Promise.all([provider.begin(redirectUri), provider.begin(redirectUri)]);
    expect(one.state).not.toBe(other.state);
    expect(one.nonce).not.toBe(other.nonce);
    expect(one.codeVerifier).not.toBe(other.codeVerifier);
  });
});

describe("the return from the consent screen", () => {
  it("proves the identity", async () => {
    expect(await provider.finish(await signIn())).toEqual({
      subject: "104810273645519028361",
      email: "mira@sandbox.test",
      emailVerified: true,
      profile: {
        name: "Mira Solvane",
        pictureUrl: `${sandbox.url}/pictures/104810273645519028361.png?size=512`,
      },
      roles: [],
    });
  });

  it("gives a URL that the provider's picture is downloaded from", async () => {
    const { profile } = await provider.finish(await signIn());
    const picture = await provider.picture(profile.pictureUrl ?? "", new AbortController().signal);
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
  });

  it("states that the provider has not verified the email", async () => {
    expect(await provider.finish(await signIn("pim@sandbox.test"))).toMatchObject({ emailVerified: false });
  });

  it("refuses a token with another nonce", async () => {
    const back = await signIn();
    await expect(provider.finish({ ...back, nonce: "another" })).rejects.toMatchObject({
      kind: "permanent",
      code: "identity_refused",
    });
  });

  it("refuses a code with another verifier", async () => {
    const back = await signIn();
    const codeVerifier = "another-verifier-".repeat(4);
    await expect(provider.finish({ ...back, codeVerifier })).rejects.toMatchObject({
      kind: "needs-user",
      code: "sign_in_expired",
    });
  });

  it("accepts a code once", async () => {
    const back = await signIn();
    await provider.finish(back);
    await expect(provider.finish(back)).rejects.toMatchObject({ code: "sign_in_expired" });
  });

  it("reports a wrong secret as the operator's settings", async () => {
    await expect(createProvider({}, "not the secret").finish(await signIn())).rejects.toMatchObject({
      kind: "needs-user",
      code: "client_settings",
    });
  });
});

describe("an untrusted token endpoint", () => {
  let between: Server | undefined;
  afterEach(() => void between?.close());

  /** A proxy that changes parts of the ID token. */
  async function tamper(change: (parts: { header: string; claims: string; signature: string }) => string) {
    between = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        const answer = await fetch(`${sandbox.url}/token`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: Buffer.concat(chunks).toString(),
        });
        const tokens = z.looseObject({ id_token: z.string() }).parse(await answer.json());
        const [header = "", claims = "", signature = ""] = tokens.id_token.split(".");
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...tokens, id_token: change({ header, claims, signature }) }));
      })();
    });
    const server = between;
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The server between has no port.");
    return createProvider({ token: `http://127.0.0.1:${address.port}/token` });
  }

  const claiming = (claims: string, change: object) =>
    Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, "base64url").toString()), ...change }),
    ).toString("base64url");

  it("is accepted while it changes nothing", async () => {
    const honest = await tamper(({ header, claims, signature }) => `${header}.${claims}.${signature}`);
    expect(await honest.finish(await signIn())).toMatchObject({ email: "mira@sandbox.test" });
  });

  it("can't change the account in the token", async () => {
    const liar = await tamper(
      ({ header, claims, signature }) => `${header}.${claiming(claims, { sub: "1" })}.${signature}`,
    );
    await expect(liar.finish(await signIn())).rejects.toMatchObject({ code: "identity_refused" });
  });

  it("can't omit the signature", async () => {
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const liar = await tamper(({ claims }) => `${none}.${claims}.`);
    await expect(liar.finish(await signIn())).rejects.toMatchObject({ code: "identity_refused" });
  });

  it("is reported as misconfigured if it signs with the client secret", async () => {
    const shared = Buffer.from(JSON.stringify({ alg: "HS256" })).toString("base64url");
    const liar = await tamper(({ claims, signature }) => `${shared}.${claims}.${signature}`);
    warnings.length = 0;
    await expect(liar.finish(await signIn())).rejects.toMatchObject({
      kind: "needs-user",
      code: "token_algorithm",
      message: expect.stringContaining("Ask the operator"),
    });
    expect(warnings.join("")).toContain("OIDC_ISSUER");
  });

  it("can't claim another issuer", async () => {
    const other = createProvider({ issuer: "https://accounts.google.com" });
    await expect(other.finish(await signIn())).rejects.toMatchObject({ code: "identity_refused" });
  });
});

it("refuses an ID token without a subject where the email is in the user info", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  let nonce = "";
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const unsigned = `${encode({ alg: "RS256" })}.${encode({ iss: issuer, sub: "", aud: "reelay", iat: now, exp: now + 60, nonce })}`;
    const signature = sign("sha256", Buffer.from(unsigned), privateKey).toString("base64url");
    const documents: Record<string, object> = {
      "/.well-known/openid-configuration": {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/user`,
      },
      "/keys": { keys: [publicKey.export({ format: "jwk" })] },
      "/token": { access_token: "a", token_type: "Bearer", id_token: `${unsigned}.${signature}` },
      "/user": { sub: "1", email: "x@studio.example" },
    };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(documents[request.url ?? ""]));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const careless = createIdentityProvider({
    addresses: singleSignOnIdentity({ issuer, name: "Studio ID", roleClaim: null }),
    clientId: "reelay",
    clientSecret: "secret",
    log: { warn: () => undefined },
  });
  const started = await careless.begin(redirectUri);
  nonce = started.nonce;
  await expect(careless.finish({ ...started, code: "code", redirectUri })).rejects.toMatchObject({
    kind: "permanent",
    code: "identity_refused",
  });
  server.close();
});

describe("an unreachable provider", () => {
  it("is retried", async () => {
    const back = await signIn();
    const away = createProvider({ token: "http://127.0.0.1:9/token" });
    await expect(away.finish(back)).rejects.toMatchObject({ kind: "retry", code: "unreachable" });
    expect(await provider.finish(back)).toMatchObject({ email: "mira@sandbox.test" });
  });

  it("is retried when only its keys can't be read", async () => {
    const away = createProvider({ keys: "http://127.0.0.1:9/certs" });
    await expect(away.finish(await signIn())).rejects.toMatchObject({ kind: "retry" });
  });
});

it("logs neither codes nor tokens", async () => {
  const back = await signIn();
  await expect(provider.finish({ ...back, nonce: "another" })).rejects.toThrow("could not be verified");
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.join("\n")).not.toContain(back.code);
  expect(warnings.join("\n")).not.toContain(back.codeVerifier);
});
