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
  no_email: {
    kind: "needs-user",
    message: "{provider} states no email for your account. Ask the operator of this server to add one.",
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

/** The code of an error of the code exchange. A token that fails a check is refused; only a missing response is retried. */
export function codeOfExchangeError(error: unknown): IdentityErrorCode {
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === "invalid_grant") return "sign_in_expired";
    return codeOfStatus(error.status);
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) return "client_settings";
  if (!(error instanceof oidc.ClientError)) return "unreachable";
  if (error.cause instanceof Response) return codeOfStatus(error.cause.status);
  return error.code === "OAUTH_TIMEOUT" ? "unreachable" : "identity_refused";
}

function codeOfStatus(status: number): IdentityErrorCode {
  if (status >= 500 || status === 429 || status === 408 || status === 200) return "unavailable";
  return "client_settings";
}
