import * as oidc from "openid-client";

import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";

/** The errors of a login with the provider, with messages for users. */
const catalogue = {
  unreachable: { kind: "retry", message: "{provider} can't be reached. Try again in a moment." },
  unavailable: {
    kind: "retry",
    message: "{provider} has a problem at the moment. Try again in a few minutes.",
  },
  sign_in_expired: {
    kind: "needs-user",
    message: "The login at {provider} took too long or was already used. Log in again.",
  },
  client_settings: {
    kind: "needs-user",
    message:
      "The login with {provider} is misconfigured on this server. Ask the operator to check client ID, secret and redirect URL.",
  },
  discovery_issuer: {
    kind: "needs-user",
    message:
      "The login with {provider} is misconfigured on this server. Ask the operator to check OIDC_ISSUER.",
  },
  token_algorithm: {
    kind: "needs-user",
    message:
      "The login with {provider} is misconfigured: it signs ID tokens with a shared secret. Ask the operator to choose a signing key (RS256) there.",
  },
  no_email: {
    kind: "needs-user",
    message: "{provider} sent no email address for your account. Ask the operator of this server to add one.",
  },
  identity_refused: {
    kind: "permanent",
    message: "The response of {provider} could not be verified. Log in again.",
  },
} as const satisfies Record<string, { kind: AdapterErrorKind; message: string }>;

export type IdentityErrorCode = keyof typeof catalogue;

/** The error of a login with the provider of this name. */
export function identityError(code: IdentityErrorCode, provider: string): AdapterError {
  const { kind, message } = catalogue[code];
  return new AdapterError({ code, kind, message: message.replace("{provider}", provider) });
}

/** A sentence for the log that names the setting to check; null if there is none. */
export function adviceFor(code: IdentityErrorCode): string | null {
  if (code === "discovery_issuer") {
    return "OIDC_ISSUER is not the issuer that its discovery document states. Often only the slash at its end differs.";
  }
  if (code === "token_algorithm") {
    return "The provider of OIDC_ISSUER signs ID tokens with the client secret (HS256). Choose a signing key (RS256) there.";
  }
  return code === "client_settings"
    ? "Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET (for Google, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET), and the redirect URL."
    : null;
}

/** The code of an error of the code exchange. A token that fails a check is refused; only a missing response is retried. */
export function codeOfExchangeError(error: unknown): IdentityErrorCode {
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === "invalid_grant") return "sign_in_expired";
    return codeOfStatus(error.status);
  }
  if (hasSharedSecretAlgorithm(error)) return "token_algorithm";
  if (error instanceof oidc.WWWAuthenticateChallengeError) return "client_settings";
  if (!(error instanceof oidc.ClientError)) return "unreachable";
  if (error.cause instanceof Response) return codeOfStatus(error.cause.status);
  return error.code === "OAUTH_TIMEOUT" ? "unreachable" : "identity_refused";
}

/** Whether the ID token is signed with HS256, HS384 or HS512, whose key is the client secret. */
function hasSharedSecretAlgorithm(error: unknown): boolean {
  let cause = error;
  while (cause instanceof Error) cause = cause.cause;
  return /"alg":"HS\d/.test(JSON.stringify(cause) ?? "");
}

function codeOfStatus(status: number): IdentityErrorCode {
  if (status >= 500 || status === 429 || status === 408 || status === 200) return "unavailable";
  return "client_settings";
}
