import * as oauth from "openid-client";

import { AdapterError } from "#core/adapter-error.ts";

import type { Operation } from "./answer-failures.ts";
import { platformError, type PlatformErrorCode } from "./failure-catalogue.ts";
import { exchange, refusal, type Line } from "./http.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/**
 * What publishing asks for. `youtube.force-ssl` by itself covers every call that is made: insert, thumbnail, update
 * (which makes the video public at the end and which neither `youtube.upload` nor `youtube.readonly` allows), and the
 * lists of channels, videos and playlist items. One scope is one question on the consent screen, so nothing can be
 * left half granted (video platform reference, 1.8 and 1.9).
 */
export const publishingScopes: readonly string[] = ["https://www.googleapis.com/auth/youtube.force-ssl"];

export interface AuthorizationRequest {
  /** Exactly as registered with the client. */
  redirectUri: string;
  state: string;
  codeChallenge: string;
  scopes?: readonly string[];
  /** Email address of the account to suggest. */
  loginHint?: string;
}

export interface CodeExchange {
  code: string;
  redirectUri: string;
  codeVerifier: string;
  /** What must have been granted; `publishingScopes` unless given. */
  scopes?: readonly string[];
}

/** `refreshToken` is the one to keep from now on, whether or not the platform sent a new one. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
  scopes: string[];
}

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** A fresh PKCE pair: the verifier is kept on the server, the challenge travels (RFC 7636, S256). */
export async function createPkce(): Promise<{ codeVerifier: string; codeChallenge: string }> {
  const codeVerifier = oauth.randomPKCECodeVerifier();
  return { codeVerifier, codeChallenge: await oauth.calculatePKCECodeChallenge(codeVerifier) };
}

export function createAuthorization(line: Line, client: ClientCredentials) {
  const { addresses, log } = line;
  const config = new oauth.Configuration(
    {
      issuer: addresses.issuer,
      authorization_endpoint: addresses.authorization,
      token_endpoint: addresses.token,
    },
    client.clientId,
    { client_secret: client.clientSecret },
    oauth.ClientSecretPost(client.clientSecret),
  );
  config.timeout = line.patience.answerSeconds;
  if (addresses.token.startsWith("http:")) oauth.allowInsecureRequests(config);

  function authorizationUrl(request: AuthorizationRequest): string {
    return oauth.buildAuthorizationUrl(config, {
      redirect_uri: request.redirectUri,
      response_type: "code",
      scope: (request.scopes ?? publishingScopes).join(" "),
      state: request.state,
      code_challenge: request.codeChallenge,
      code_challenge_method: "S256",
      // Both together: without them a second consent brings no refresh token (reference, 1.3).
      access_type: "offline",
      prompt: "consent",
      include_granted_scopes: "true",
      ...(request.loginHint && { login_hint: request.loginHint }),
    }).href;
  }

  async function exchangeCode(request: CodeExchange): Promise<Tokens> {
    const required = request.scopes ?? publishingScopes;
    const answer = await fromTokenEndpoint("exchangeCode", () =>
      oauth.genericGrantRequest(config, "authorization_code", {
        code: request.code,
        redirect_uri: request.redirectUri,
        code_verifier: request.codeVerifier,
      }),
    );
    const scopes = grantedScopes(answer.scope, required);
    const missing = required.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) throw missingScopes(missing);
    if (!answer.refresh_token) throw platformError("no_refresh_token", addresses.name);
    return tokens(answer, answer.refresh_token, scopes);
  }

  async function refresh(refreshToken: string): Promise<Tokens> {
    const answer = await fromTokenEndpoint("refresh", () => oauth.refreshTokenGrant(config, refreshToken));
    return tokens(answer, answer.refresh_token ?? refreshToken, grantedScopes(answer.scope, []));
  }

  /** Takes either token. A token that was dead already counts as revoked. */
  async function revoke(token: string): Promise<void> {
    const answer = await exchange(line, {
      operation: "revoke",
      method: "POST",
      url: new URL(addresses.revocation),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token }).toString(),
    });
    if (answer.status !== 200 && answer.status !== 400) throw refusal(line, "revoke", answer);
  }

  /** The failure that an `error` on the way back from the consent screen means. */
  function authorizationRefused(error: string): AdapterError {
    return platformError(codeOfRedirect.get(error) ?? "authorization_failed", addresses.name);
  }

  function missingScopes(missing: readonly string[]): AdapterError {
    const names = missing.map((scope) => scope.slice(scope.lastIndexOf("/") + 1)).join(", ");
    return platformError("scope_missing", addresses.name, {
      message: `The permission ${names} was not given. Connect the channel again and leave every box ticked.`,
    });
  }

  async function fromTokenEndpoint<T>(operation: Operation, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const met = readTokenError(error);
      const code = codeOfTokenError(operation, met);
      log.warn({ operation, status: met.status, reason: met.error, code }, "Video platform gave no token");
      throw platformError(code, addresses.name, {
        retryAfterSeconds: retryAfterSeconds(met.retryAfter, new Date()),
      });
    }
  }

  return { authorizationUrl, exchangeCode, refresh, revoke, authorizationRefused };
}

const codeOfRedirect = new Map<string, PlatformErrorCode>([
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

/** Reference, 1.6: `invalid_grant` is final, wrong client settings are the operator's, the rest may pass. */
function codeOfTokenError(operation: Operation, { error, status }: TokenError): PlatformErrorCode {
  if (error === "invalid_grant") {
    return operation === "refresh" ? "reconnect_needed" : "authorization_expired";
  }
  if (status === 429) return "rate_limited";
  if (status !== undefined && (status >= 500 || status === 408)) return "unavailable";
  if (error !== undefined) return codeOfRedirect.get(error) ?? "refused";
  if (status === 401) return "client_settings";
  if (status === undefined) return "unreachable";
  return status >= 400 ? "refused" : "unavailable";
}

/** A missing `scope` means that exactly what was asked for was granted (RFC 6749, 5.1). */
function grantedScopes(scope: string | undefined, asked: readonly string[]): string[] {
  return scope === undefined ? [...asked] : scope.split(" ").filter(Boolean);
}

function tokens(
  answer: { access_token: string; expires_in?: number | undefined },
  refreshToken: string,
  scopes: string[],
): Tokens {
  const lifeInSeconds = answer.expires_in ?? 3600;
  return {
    accessToken: answer.access_token,
    refreshToken,
    expiresAt: new Date(Date.now() + lifeInSeconds * 1000),
    scopes,
  };
}
