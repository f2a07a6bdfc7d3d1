import { z } from "zod";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { openConsentPage } from "#core/web/open-consent-page.ts";
import { useAction } from "#core/web/use-change.ts";
import { identityEndpoints, providerKey } from "#modules/sign-in/contract/identities.ts";

/** Kept in session storage during the redirect to the provider. */
const redirectState = z.object({
  provider: providerKey.catch("google"),
  role: z.enum(["YOUTUBER", "EDITOR"]).nullable().catch(null),
  /** Path to open after the login, instead of the profile. */
  from: z
    .string()
    .regex(/^\/(?!\/)/)
    .nullable()
    .catch(null),
  connect: z.boolean().catch(false),
  /** The token of the invitation that a new account accepts. */
  invitation: z.string().nullable().catch(null),
});
export type IdentityRedirectState = z.output<typeof redirectState>;

const storageKey = "identity-redirect";
const empty: IdentityRedirectState = {
  provider: "google",
  role: null,
  from: null,
  connect: false,
  invitation: null,
};

export function readRedirectState(): IdentityRedirectState {
  try {
    return redirectState.catch(empty).parse(JSON.parse(sessionStorage.getItem(storageKey) ?? "{}"));
  } catch {
    return empty;
  }
}

export function clearRedirectState(): void {
  sessionStorage.removeItem(storageKey);
}

const notOpened = "Failed to open OAuth window. Please try again.";

async function redirect(state: IdentityRedirectState): Promise<void> {
  sessionStorage.setItem(storageKey, JSON.stringify(state));
  const query = {
    provider: state.provider,
    ...(state.connect && { connect: "true" as const }),
    ...(state.invitation !== null && { invitation: state.invitation }),
  };
  const messages = { fallback: "failed to get OAuth window", unreachable: notOpened };
  const { data } = await call(identityEndpoints.consentWindow, { query }, messages);
  if (!URL.canParse(data.url)) throw new Error("Failed to get OAuth URL. Please try again later.");
  openConsentPage(data.url);
}

/** Redirects to an identity provider. `redirecting` stays true until the page is left. */
export function useIdentityRedirect() {
  const start = useAction(redirect, { errorToast: false });
  return {
    start: start.mutate,
    redirecting: start.isPending || start.isSuccess,
    error: start.error && redirectError(start.error),
  };
}

/** Errors of the server itself have a message that is of no use here. */
function redirectError(error: Error): Error {
  const isServerError = error instanceof AppError && error.status >= 500;
  return isServerError ? new Error(notOpened) : error;
}
