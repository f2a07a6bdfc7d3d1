import * as oidc from "openid-client";
import { z } from "zod";

import type { IdentityAddresses } from "./addresses.ts";
import { codeOfExchangeError, identityError } from "./failures.ts";

/** A sign-in that has begun: the person's browser goes to `url`, the rest is kept until it comes back. */
export interface BegunSignIn {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SignInReturn {
  code: string;
  /** Exactly as it was begun with. */
  redirectUri: string;
  nonce: string;
  codeVerifier: string;
}

/** Who somebody is, as the provider has signed it. */
export interface Identity {
  /** The only identifier of an account that never changes. */
  subject: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
}

/** Says who somebody is: OpenID Connect with authorization code, PKCE and nonce. */
export interface IdentityProvider {
  begin: (redirectUri: string) => Promise<BegunSignIn>;
  /**
   * Who came back. Signature, issuer, audience, end and nonce of the ID token are checked. Rejects with a
   * `AdapterError`: `retry` when the provider is away, `needs-user` when the code is spent or the client's settings
   * are wrong, `permanent` when the token does not prove anything.
   */
  finish: (back: SignInReturn) => Promise<Identity>;
}

/** Where the device writes what it met; a pino logger fits. Fields never hold tokens or codes. */
export interface IdentityLog {
  warn: (fields: object, message: string) => void;
}

const scope = "openid email";
const answerSeconds = 15;

const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z
    .string()
    .min(3)
    .max(254)
    .transform((email) => email.toLowerCase()),
  email_verified: z.boolean().default(false),
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
  config.timeout = answerSeconds;
  // By itself the library trusts the TLS connection to the token endpoint; this checks the signature too.
  oidc.enableNonRepudiationChecks(config);
  if (addresses.token.startsWith("http:")) oidc.allowInsecureRequests(config);

  async function begin(redirectUri: string): Promise<BegunSignIn> {
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

  async function finish(back: SignInReturn): Promise<Identity> {
    const url = new URL(back.redirectUri);
    url.searchParams.set("code", back.code);
    try {
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: back.codeVerifier,
        expectedNonce: back.nonce,
        idTokenExpected: true,
      });
      const claims = claimsShape.parse(tokens.claims());
      return { subject: claims.sub, email: claims.email, emailVerified: claims.email_verified };
    } catch (error) {
      const code = error instanceof z.ZodError ? "identity_refused" : codeOfExchangeError(error);
      log.warn({ code, reason: reasonOf(error) }, "The identity provider proved nobody");
      throw identityError(code);
    }
  }

  return { begin, finish };
}

/** The library's code for what it met; its messages may quote answers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
