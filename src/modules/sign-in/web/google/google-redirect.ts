import { z } from "zod";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { googleEndpoints } from "#modules/sign-in/contract/google.ts";

/** Kept in session storage during the redirect to Google. */
const redirectState = z.object({
  role: z.enum(["YOUTUBER", "EDITOR"]).nullable().catch(null),
  /** Path to open after the login, instead of the profile. */
  from: z
    .string()
    .regex(/^\/(?!\/)/)
    .nullable()
    .catch(null),
  connect: z.boolean().catch(false),
});
export type GoogleRedirectState = z.output<typeof redirectState>;

const storageKey = "google-redirect";
const empty: GoogleRedirectState = { role: null, from: null, connect: false };

export function readRedirectState(): GoogleRedirectState {
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

async function redirect(state: GoogleRedirectState): Promise<void> {
  sessionStorage.setItem(storageKey, JSON.stringify(state));
  const query = state.connect ? { connect: "true" as const } : {};
  const messages = { fallback: "failed to get OAuth window", unreachable: notOpened };
  const { data } = await call(googleEndpoints.consentWindow, { query }, messages);
  if (!URL.canParse(data.url)) throw new Error("Failed to get OAuth URL. Please try again later.");
  window.location.assign(data.url);
}

/** Redirects to Google. `redirecting` stays true until the page is left. */
export function useGoogleRedirect() {
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
