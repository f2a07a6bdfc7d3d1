import * as oidc from "openid-client";

import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";

/** Everything that can go wrong between the consent screen and a proven identity (video platform reference, 1.6). */
const catalogue = {
  unreachable: { kind: "retry", message: "Google could not be reached. Try again in a moment." },
  unavailable: { kind: "retry", message: "Google has a problem at the moment. Try again in a few minutes." },
  sign_in_over: {
    kind: "needs-user",
    message: "That sign-in at Google took too long or was used already. Start again.",
  },
  client_settings: {
    kind: "needs-user",
    message:
      "This server's Google client is set up wrongly. Ask whoever runs the server to check its id, secret and redirect address.",
  },
  identity_refused: {
    kind: "permanent",
    message: "What Google answered about you could not be verified. Start again.",
  },
} as const satisfies Record<string, { kind: AdapterErrorKind; message: string }>;

export type IdentityErrorCode = keyof typeof catalogue;

export function identityError(code: IdentityErrorCode): AdapterError {
  return new AdapterError({ code, ...catalogue[code] });
}

/** What an error of the code exchange means. A token that fails a check is refused; only silence is worth a retry. */
export function codeOfExchangeError(error: unknown): IdentityErrorCode {
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === "invalid_grant") return "sign_in_over";
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
