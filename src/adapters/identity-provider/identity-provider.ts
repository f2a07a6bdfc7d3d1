import * as oidc from "openid-client";
import { z } from "zod";

import type { IdentityAddresses } from "./addresses.ts";
import { codeOfExchangeError, identityError } from "./identity-error.ts";
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
}

/** OpenID Connect with authorization code, PKCE and nonce. */
export interface IdentityProvider {
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
  email_verified: z.boolean().default(false),
  // Not needed for a login, so that an unusable value doesn't refuse it.
  name: z.string().max(1000).nullable().catch(null),
  picture: z.url().max(2000).nullable().catch(null),
});

export function createIdentityProvider(settings: {
  addresses: IdentityAddresses;
  clientId: string;
  clientSecret: string;
  log: IdentityLog;
}): IdentityProvider {
  const { addresses, clientId, clientSecret, log } = settings;
  const config = new oidc.Configuration(
    {
      issuer: addresses.issuer,
      authorization_endpoint: addresses.authorization,
      token_endpoint: addresses.token,
      jwks_uri: addresses.keys,
    },
    clientId,
    { client_secret: clientSecret },
    oidc.ClientSecretPost(clientSecret),
  );
  config.timeout = responseSeconds;
  // By default the library trusts the TLS connection to the token endpoint; this also checks the signature.
  oidc.enableNonRepudiationChecks(config);
  if (addresses.token.startsWith("http:")) oidc.allowInsecureRequests(config);

  async function begin(redirectUri: string): Promise<StartedLogin> {
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
      prompt: "select_account",
    });
    return { url: url.href, state, nonce, codeVerifier };
  }

  async function finish(returned: LoginReturn): Promise<Identity> {
    const url = new URL(returned.redirectUri);
    url.searchParams.set("code", returned.code);
    try {
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: returned.codeVerifier,
        expectedNonce: returned.nonce,
        idTokenExpected: true,
      });
      const claims = claimsShape.parse(tokens.claims());
      return {
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified,
        profile: { name: claims.name, pictureUrl: claims.picture },
      };
    } catch (error) {
      const code = error instanceof z.ZodError ? "identity_refused" : codeOfExchangeError(error);
      log.warn({ code, reason: reasonOf(error) }, "The identity could not be verified");
      throw identityError(code);
    }
  }

  return { begin, finish, picture: (url, signal) => downloadPicture(addresses, url, signal) };
}

/** The library's error code, without its message, which may quote responses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
