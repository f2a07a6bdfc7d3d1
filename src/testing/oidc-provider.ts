import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { type AccountClaims, Provider } from "oidc-provider";

import { createBrowser } from "../../sandbox-platform/testing/browser.ts";

/** A user of the provider, with the claims that it states besides `sub`, and those that differ in the ID token. */
type Accounts = Record<string, Omit<AccountClaims, "sub"> & { inIdToken?: object }>;

/** An OpenID Connect provider in this process with one confidential client. Its login page has a button for each account. */
export interface TestOidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The accounts by `sub`; tests add and change them. */
  accounts: Accounts;
  /** Logs an account in over HTTP, as a browser would. Returns the query of the redirect to the application. */
  authorize: (url: string, account: string) => Promise<URLSearchParams>;
  stop: () => void;
}

export const testOidcClient = { clientId: "reelay", clientSecret: "a secret of the provider's client" };

export async function startTestOidcProvider(settings: {
  redirectUris: string[];
  accounts: Accounts;
  /** A free one by default. */
  port?: number;
}): Promise<TestOidcProvider> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const location = await continueWith(request);
    if (location !== null) response.writeHead(303, { location }).end();
    else if (request.url?.startsWith("/login/")) response.setHeader("content-type", "text/html").end(page());
    else await respond(request, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(settings.port ?? 0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { accounts } = settings;
  const provider = createProvider(issuer, settings);
  const respond = provider.callback();

  const page = () =>
    `<!doctype html><title>Log in to Studio ID</title><form method="post">${Object.keys(accounts)
      .map((account) => `<button name="account" value="${account}">${account}</button>`)
      .join("")}</form>`;

  /** The address at which the chosen account continues; null for requests that are not the submitted login page. */
  async function continueWith(request: IncomingMessage): Promise<string | null> {
    if (request.method !== "POST" || !request.url?.startsWith("/login/")) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get("account") ?? "";
    const interaction = await provider.Interaction.find(request.url.slice("/login/".length));
    if (!interaction) throw new Error("The interaction has expired.");
    interaction.result = { login: { accountId, remember: false } };
    await interaction.persist();
    return interaction.returnTo;
  }

  return {
    issuer,
    ...testOidcClient,
    accounts,
    authorize: async (url, account) => {
      const browser = createBrowser(issuer);
      const login = await browser.open(url);
      const back = await browser.submit(login.url, [["account", account]]);
      if (back.location === undefined) throw new Error(`The login led nowhere: ${back.status} ${back.text}`);
      return new URL(back.location).searchParams;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function createProvider(
  issuer: string,
  { redirectUris, accounts }: { redirectUris: string[]; accounts: Accounts },
): Provider {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: testOidcClient.clientId,
        client_secret: testOidcClient.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", kid: "test" }] },
    cookies: { keys: ["the provider's cookies"] },
    claims: {
      openid: ["sub", "groups", "realm_access"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/login/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const claims = accounts[sub];
      if (!claims) return undefined;
      const { inIdToken, ...others } = claims;
      return {
        accountId: sub,
        claims: (use) => ({ sub, ...others, ...(use === "id_token" && inIdToken) }),
      };
    },
    loadExistingGrant: async (ctx) => {
      const { client: asking, session } = ctx.oidc;
      const grant = new provider.Grant({
        clientId: asking?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  return provider;
}
