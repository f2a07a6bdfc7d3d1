import {
  interactionPolicy,
  Provider,
  type Account,
  type KoaContextWithOIDC,
  type UnknownObject,
} from "oidc-provider";

import type { Sandbox } from "../sandbox.ts";
import { loadSecrets } from "../storage/keys.ts";
import { createOidcAdapter } from "./adapter.ts";
import { renderAuthorizationError } from "./pages.ts";
import { findPerson, type Person } from "./people.ts";
import { allScopes, longSignInScopes } from "./scopes.ts";

export const oidcPaths = {
  authorization: "/o/oauth2/v2/auth",
  token: "/token",
  revocation: "/revoke",
  userinfo: "/v1/userinfo",
  jwks: "/oauth2/v3/certs",
} as const;

const { Check, Prompt } = interactionPolicy;
const day = 86_400;
const tenYears = 3650 * day;

/** As Google does for several accounts: asks for the account each time, unless `login_hint` names the current one. */
function accountPolicy() {
  const policy = interactionPolicy.base();
  const chooser = new Check("account_choice", "an account must be chosen", "interaction_required", (ctx) => {
    const { oidc } = ctx;
    if (oidc.prompts.has("none") || oidc.result?.login) return Check.NO_NEED_TO_PROMPT;
    const current = findPerson(oidc.session?.accountId ?? "");
    const hint = oidc.params?.["login_hint"];
    const named = current !== undefined && (hint === current.email || hint === current.id);
    return named ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
  });
  policy.get("login")?.checks.add(chooser);
  policy.add(new Prompt({ name: "select_account", requestable: true }), 0);
  return policy;
}

function presentAccount(person: Person, url: string): Account {
  return {
    accountId: person.id,
    claims: () => ({
      sub: person.id,
      email: person.email,
      email_verified: person.emailVerified,
      name: person.name,
      given_name: person.givenName,
      family_name: person.familyName,
      picture: `${url}/pictures/${person.id}.png?size=512`,
    }),
  };
}

const isRefresh = ({ params }: { params?: UnknownObject | undefined }) =>
  params?.["grant_type"] === "refresh_token";

/** An earlier grant with all requested scopes, which makes a new consent unnecessary. */
async function findGrant(sandbox: Sandbox, provider: Provider, ctx: KoaContextWithOIDC) {
  const { client, account, result, requestParamOIDCScopes } = ctx.oidc;
  if (result?.consent?.grantId) return provider.Grant.find(result.consent.grantId);
  const existing = sandbox.consents.list(account?.accountId ?? "", client?.clientId ?? "");
  const enough = existing.find((each) =>
    [...requestParamOIDCScopes].every((scope) => each.scopes.includes(scope)),
  );
  return enough && provider.Grant.find(enough.grantId);
}

/** Google's OAuth 2.0 and OpenID Connect, on Google's paths. */
export function createProvider(sandbox: Sandbox): Provider {
  const { settings, db, consents, failures, url } = sandbox;
  const secrets = loadSecrets(db);

  const provider: Provider = new Provider(url, {
    adapter: createOidcAdapter(db),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        client_name: settings.clientName,
        redirect_uris: settings.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [secrets.signingKey] },
    cookies: {
      keys: [secrets.cookieKey],
      // Cookies are shared by all ports of a host, so their names must differ from the application's.
      names: { session: "sandbox_session", interaction: "sandbox_interaction", resume: "sandbox_resume" },
    },
    routes: { ...oidcPaths, end_session: "/oauth2/end-session" },
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post"],
    scopes: [...allScopes],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "picture"],
      [longSignInScopes[0]]: ["email", "email_verified"],
      [longSignInScopes[1]]: ["name", "given_name", "family_name", "picture"],
    },
    conformIdTokenClaims: false,
    extraParams: ["access_type", "include_granted_scopes", "enable_granular_consent", "hd"],
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: false },
    },
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 600,
      Grant: tenYears,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: tenYears,
      Session: 14 * day,
    },
    interactions: { policy: accountPolicy(), url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (ctx, id) => {
      const person = findPerson(id);
      if (person && isRefresh(ctx.oidc) && failures.take("revoked_consent")) {
        consents.revoke(person.id, settings.clientId);
        return undefined;
      }
      return person && presentAccount(person, url);
    },
    loadExistingGrant: (ctx) => findGrant(sandbox, provider, ctx),
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, _client, source) =>
      !failures.take("no_refresh_token") && consents.takeRefreshToken(source.grantId ?? ""),
    rotateRefreshToken: () => false,
    renderError: (ctx, out, error) => renderAuthorizationError(ctx, out, error, settings),
  });

  // Google's response to a refresh has no refresh token; the provider library repeats the old one.
  provider.use(async (ctx, next) => {
    await next();
    const { oidc, body } = ctx;
    if (oidc?.route !== "token" || !isRefresh(oidc) || typeof body !== "object" || body === null) return;
    if ("refresh_token" in body) delete body.refresh_token;
  });
  return provider;
}
