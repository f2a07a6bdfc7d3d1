import * as oidc from "openid-client";
import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";

import type { IdentityAddresses } from "./addresses.ts";
import { adviceFor, codeOfExchangeError, identityError } from "./identity-error.ts";
import { downloadPicture } from "./picture.ts";

/** A started login: the user's browser opens `url`, the other values are stored until it returns. */
export interface StartedLogin {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface LoginReturn {
  code: string;
  /** The `iss` of the redirect, if any (RFC 9207). */
  issuer?: string | undefined;
  /** The same as at the start. */
  redirectUri: string;
  nonce: string;
  codeVerifier: string;
}

/** An identity as signed by the provider. */
export interface Identity {
  /** The permanent identifier of the account. */
  subject: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
  /** Public profile of the account; null where it states nothing usable. */
  profile: { name: string | null; pictureUrl: string | null };
  /** The values of the provider's role claim. */
  roles: readonly string[];
}

/** OpenID Connect with authorization code, PKCE and nonce. */
export interface IdentityProvider {
  /** Names the provider where its accounts are stored. */
  id: string;
  /** The name for users. */
  name: string;
  /** Starts a login. Throws an `AdapterError` if the provider's endpoints can't be read. */
  begin: (redirectUri: string) => Promise<StartedLogin>;
  /**
   * The identity behind a code, with signature, issuer, audience, expiry and nonce of the ID token verified. Throws an
   * `AdapterError`: `retry` when the provider is unavailable, `needs-user` for a used code or wrong client settings,
   * `permanent` for an invalid token.
   */
  finish: (returned: LoginReturn) => Promise<Identity>;
  /**
   * Downloads the picture of a profile, of at most `maxPictureBytes` bytes. Throws an `AdapterError`: `retry` when the
   * provider is unavailable, `permanent` for a URL elsewhere, a redirect, or a larger file.
   */
  picture: (url: string, signal: AbortSignal) => Promise<Buffer>;
}

/** The adapter's log; a pino logger fits. Fields never contain tokens or codes. */
export interface IdentityLog {
  warn: (fields: object, message: string) => void;
}

const scope = "openid email profile";
const responseSeconds = 15;

const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z
    .string()
    .min(3)
    .max(254)
    .transform((email) => email.toLowerCase()),
  // Some providers state it as text.
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .catch(false)
    .default(false),
  // Not needed for a login, so that an unusable value doesn't refuse it.
  name: z.string().max(1000).nullable().catch(null),
  given_name: z.string().max(1000).nullable().catch(null),
  family_name: z.string().max(1000).nullable().catch(null),
  picture: z.url().max(2000).nullable().catch(null),
});

const claimsWithSubject = z.looseObject({ sub: claimsShape.shape.sub });

function profileName(claims: z.output<typeof claimsShape>): string | null {
  const names = [claims.given_name, claims.family_name].flatMap((name) => name?.trim() || []);
  return claims.name ?? (names.length > 0 ? names.join(" ") : null);
}

export function createIdentityProvider(settings: {
  addresses: IdentityAddresses;
  clientId: string;
  clientSecret: string;
  log: IdentityLog;
}): IdentityProvider {
  const { addresses, log } = settings;
  const { name } = addresses;
  const configure = discoverConfiguration(settings);

  async function discover() {
    return configure().catch((error: unknown) => {
      const code = codeOfExchangeError(error);
      const away = code === "unreachable" || code === "unavailable";
      throw failure(error, away ? code : "discovery_issuer");
    });
  }

  function failure(
    error: unknown,
    code = error instanceof z.ZodError ? "identity_refused" : codeOfExchangeError(error),
  ) {
    if (error instanceof AdapterError) return error;
    const advice = adviceFor(code);
    log.warn(
      { code, provider: name, reason: errorReason(error) },
      `The identity could not be verified.${advice === null ? "" : ` ${advice}`}`,
    );
    return identityError(code, name);
  }

  async function begin(redirectUri: string): Promise<StartedLogin> {
    const config = await discover();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      response_type: "code",
      scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
      ...(addresses.prompt !== null && { prompt: addresses.prompt }),
    });
    return { url: url.href, state, nonce, codeVerifier };
  }

  async function finish(returned: LoginReturn): Promise<Identity> {
    const url = new URL(returned.redirectUri);
    url.searchParams.set("code", returned.code);
    if (returned.issuer !== undefined) url.searchParams.set("iss", returned.issuer);
    try {
      const config = await discover();
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: returned.codeVerifier,
        expectedNonce: returned.nonce,
        idTokenExpected: true,
      });
      const providerClaims = await readClaims(config, tokens);
      if (providerClaims["email"] === undefined) throw identityError("no_email", name);
      const claims = claimsShape.parse(providerClaims);
      return {
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified,
        profile: { name: profileName(claims), pictureUrl: claims.picture },
        roles: addresses.roleClaim === null ? [] : textsAt(providerClaims, addresses.roleClaim),
      };
    } catch (error) {
      throw failure(error);
    }
  }

  /** The claims of the ID token; with those of the user info endpoint if the token has not all that are needed. */
  async function readClaims(config: oidc.Configuration, tokens: Tokens): Promise<Record<string, unknown>> {
    // The library takes an empty `sub` for an error of its caller when it requests the user info.
    const claims = claimsWithSubject.parse(tokens.claims());
    const { roleClaim } = addresses;
    const complete =
      claims["email"] !== undefined && (roleClaim === null || textsAt(claims, roleClaim).length > 0);
    if (complete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
    const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    const allClaims = { ...userInfo, ...claims };
    if (roleClaim === null || textsAt(claims, roleClaim).length > 0) return allClaims;
    // An empty list in the ID token does not hide the roles of the user info.
    const [root = ""] = roleClaim in userInfo ? [roleClaim] : roleClaim.split(".");
    return { ...allClaims, [root]: userInfo[root] ?? claims[root] };
  }

  return {
    id: addresses.id,
    name,
    begin,
    finish,
    picture: (url, signal) => downloadPicture(addresses, url, signal),
  };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Returns the configuration of the client. Discovery is requested at the first login, and again after it has failed. */
function discoverConfiguration(settings: {
  addresses: IdentityAddresses;
  clientId: string;
  clientSecret: string;
}): () => Promise<oidc.Configuration> {
  const { addresses, clientId, clientSecret } = settings;
  const prepare = (config: oidc.Configuration) => {
    config.timeout = responseSeconds;
    // By default the library trusts the TLS connection to the token endpoint; this also checks the signature.
    oidc.enableNonRepudiationChecks(config);
    return config;
  };
  const { issuer, endpoints } = addresses;
  if (endpoints) {
    const config = new oidc.Configuration(
      {
        issuer,
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
        jwks_uri: endpoints.keys,
      },
      clientId,
      { client_secret: clientSecret },
      oidc.ClientSecretPost(clientSecret),
    );
    if (endpoints.token.startsWith("http:")) oidc.allowInsecureRequests(config);
    return async () => prepare(config);
  }
  let discovered: Promise<oidc.Configuration> | null = null;
  return () => {
    discovered ??= oidc
      .discovery(new URL(issuer), clientId, { client_secret: clientSecret }, authenticate(clientSecret), {
        timeout: responseSeconds,
        execute: issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : [],
      })
      .then(prepare)
      .catch((error: unknown) => {
        discovered = null;
        throw error;
      });
    return discovered;
  };
}

/** Sends the secret as the provider's discovery document asks for: in the body, or only in the header. */
function authenticate(clientSecret: string): oidc.ClientAuth {
  const inBody = oidc.ClientSecretPost(clientSecret);
  const inHeader = oidc.ClientSecretBasic(clientSecret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    (methods.includes("client_secret_post") ? inBody : inHeader)(server, client, body, headers);
  };
}

/** The texts of a claim, given by its name or, if there is no such claim, by a path with dots. */
function textsAt(claims: Record<string, unknown>, path: string): string[] {
  const direct = claims[path];
  const value =
    direct ??
    path
      .split(".")
      .reduce<unknown>(
        (at, name) =>
          typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined,
        claims,
      );
  return [value].flat().filter((text) => typeof text === "string");
}

/** The library's error code, without its message, which may quote responses. */
function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
