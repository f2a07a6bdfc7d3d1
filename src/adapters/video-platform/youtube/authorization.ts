import * as oauth from "openid-client";

import { request } from "../api-client.ts";
import type { Tokens } from "../connection.ts";
import type { Operation } from "../http.ts";
import { platformError, type PlatformErrorCode } from "../platform-error.ts";
import type { AuthorizationRequest, ClientCredentials, CodeExchange, ConsentScreen } from "../platform.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import type { YouTubeClient } from "./client.ts";

/**
 * The scopes of publishing. `youtube.force-ssl` covers every call: insert, thumbnail, update (which makes the video
 * public and which neither `youtube.upload` nor `youtube.readonly` allows), and the lists of channels, videos and
 * playlist items. A single scope is a single question on the consent screen, so it cannot be granted in part.
 */
export const publishingScopes: readonly string[] = ["https://www.googleapis.com/auth/youtube.force-ssl"];

/** A new PKCE pair (RFC 7636, S256): the verifier stays on the server, the challenge is sent. */
async function createPkce(): Promise<{ codeVerifier: string; codeChallenge: string }> {
  const codeVerifier = oauth.randomPKCECodeVerifier();
  return { codeVerifier, codeChallenge: await oauth.calculatePKCECodeChallenge(codeVerifier) };
}

export function createAuthorization(client: YouTubeClient, credentials: ClientCredentials) {
  const { addresses, log } = client;
  const config = new oauth.Configuration(
    {
      issuer: addresses.issuer,
      authorization_endpoint: addresses.authorization,
      token_endpoint: addresses.token,
    },
    credentials.clientId,
    { client_secret: credentials.clientSecret },
    oauth.ClientSecretPost(credentials.clientSecret),
  );
  config.timeout = client.timeouts.responseSeconds;
  if (addresses.token.startsWith("http:")) oauth.allowInsecureRequests(config);

  function authorizationUrl({
    redirectUri,
    state,
    otherScopes = [],
    codeChallenge,
  }: AuthorizationRequest): string {
    return oauth.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      response_type: "code",
      scope: [...publishingScopes, ...otherScopes].join(" "),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: "S256",
      // Both are needed: otherwise a second consent returns no refresh token.
      access_type: "offline",
      prompt: "consent",
      include_granted_scopes: "true",
    }).href;
  }

  async function exchangeCode({ code, redirectUri, codeVerifier }: CodeExchange): Promise<Tokens> {
    const grant = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
    const response = await fromTokenEndpoint("exchangeCode", () =>
      oauth.genericGrantRequest(config, "authorization_code", grant),
    );
    const scopes = grantedScopes(response.scope, publishingScopes);
    const missing = publishingScopes.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0)
      throw platformError("scope_missing", addresses.name, { detail: missing.join(", ") });
    if (!response.refresh_token) throw platformError("no_refresh_token", addresses.name);
    return tokens(response, response.refresh_token, scopes);
  }

  async function refresh(refreshToken: string): Promise<Tokens> {
    const response = await fromTokenEndpoint("refresh", () => oauth.refreshTokenGrant(config, refreshToken));
    return tokens(response, response.refresh_token ?? refreshToken, grantedScopes(response.scope, []));
  }

  /** Accepts either token. An invalid token counts as revoked. */
  async function revoke(token: string): Promise<void> {
    const url = new URL(addresses.revocation);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ token }).toString();
    await request(client, { operation: "revoke", method: "POST", url, headers, body }, 200, 400);
  }

  async function fromTokenEndpoint<T>(operation: Operation, grant: () => Promise<T>): Promise<T> {
    try {
      return await grant();
    } catch (error) {
      const tokenError = readTokenError(error);
      const { status, error: reason, retryAfter } = tokenError;
      const code = codeOfTokenError(operation, tokenError);
      log.warn({ operation, status, reason, code }, "Video platform issued no token");
      const wait = retryAfterSeconds(retryAfter, new Date());
      throw platformError(code, addresses.name, { retryAfterSeconds: wait });
    }
  }

  const consent: ConsentScreen = { scopes: publishingScopes, createPkce, authorizationUrl, exchangeCode };
  return { consent, refresh, revoke };
}

/** The codes of OAuth errors. */
const codeOfOAuthError = new Map<string, PlatformErrorCode>([
  ["access_denied", "authorization_declined"],
  ["admin_policy_enforced", "authorization_blocked"],
  ["org_internal", "authorization_blocked"],
  ["redirect_uri_mismatch", "client_settings"],
  ["invalid_client", "client_settings"],
  ["deleted_client", "client_settings"],
  ["unauthorized_client", "client_settings"],
  ["server_error", "unavailable"],
  ["temporarily_unavailable", "unavailable"],
]);

interface TokenError {
  error?: string | undefined;
  status?: number | undefined;
  retryAfter?: string | undefined;
}

function readTokenError(error: unknown): TokenError {
  if (error instanceof oauth.ResponseBodyError) {
    return { error: error.error, ...readResponse(error.response) };
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return readResponse(error.response);
  if (error instanceof oauth.ClientError && error.cause instanceof Response) return readResponse(error.cause);
  return {};
}

function readResponse(response: Response): TokenError {
  return { status: response.status, retryAfter: response.headers.get("retry-after") ?? undefined };
}

/** `invalid_grant` is final, wrong client settings are the operator's, other errors may be temporary. */
function codeOfTokenError(operation: Operation, { error, status }: TokenError): PlatformErrorCode {
  if (error === "invalid_grant") {
    return operation === "refresh" ? "reconnect_needed" : "authorization_expired";
  }
  if (status === 429) return "rate_limited";
  if (status !== undefined && (status >= 500 || status === 408)) return "unavailable";
  if (error !== undefined) return codeOfOAuthError.get(error) ?? "refused";
  if (status === 401) return "client_settings";
  if (status === undefined) return "unreachable";
  return status >= 400 ? "refused" : "unavailable";
}

/** A missing `scope` means that exactly the requested scopes were granted (RFC 6749, 5.1). */
function grantedScopes(scope: string | undefined, requested: readonly string[]): string[] {
  return scope === undefined ? [...requested] : scope.split(" ").filter(Boolean);
}

function tokens(
  response: { access_token: string; expires_in?: number | undefined },
  refreshToken: string,
  scopes: string[],
): Tokens {
  const lifetimeSeconds = response.expires_in ?? 3600;
  return {
    accessToken: response.access_token,
    refreshToken,
    expiresAt: new Date(Date.now() + lifetimeSeconds * 1000),
    scopes,
  };
}
