import { queryOptions } from "@tanstack/react-query";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";

import { passkeyEndpoints } from "../contract/passkeys.ts";

const { beginRegistration, register, listPasskeys, beginSignIn, signIn } = passkeyEndpoints;

/** One's own passkeys, the newest first. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => {
    const { data } = await call(listPasskeys, {}, { fallback: "Failed to fetch your passkeys", signal });
    return data;
  },
});

/** The library is fetched with the first use: few visits need it. */
const loadLibrary = () => import("@simplewebauthn/browser");

/** Whether this browser can use passkeys at this address. */
export function supportsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

/** Has the browser make a passkey for the signed-in person, and keeps it. */
export async function addPasskey() {
  const fallback = "Failed to add the passkey";
  const [{ data: optionsJSON }, { startRegistration }] = await Promise.all([
    call(beginRegistration, {}, { fallback }),
    loadLibrary(),
  ]);
  return call(register, { body: await startRegistration({ optionsJSON }) }, { fallback });
}

/** Signs in with a passkey that the browser offers. */
export async function enterByPasskey() {
  const fallback = "Failed to login user";
  const [{ data: optionsJSON }, { startAuthentication }] = await Promise.all([
    call(beginSignIn, {}, { fallback }),
    loadLibrary(),
  ]);
  return call(signIn, { body: await startAuthentication({ optionsJSON }) }, { fallback });
}

/** True when the person closed the browser's question, or let it run out: nothing went wrong. */
export function isDeclined(error: Error): boolean {
  return error.name === "NotAllowedError" || error.name === "AbortError";
}

/** What the browser's refusals mean (WebAuthn, sections 5.1.3 and 5.1.4), by the name of its error. */
const sentences: Record<string, string> = {
  InvalidStateError: "This device already has a passkey for your account.",
  ConstraintError: "This device can't keep a passkey that checks who you are. Use a phone or another device.",
  NotSupportedError: "This device can't make a passkey. Use a phone or another device.",
  SecurityError: "Passkeys don't work at this address. Open Reelay at its usual one.",
};

/** A sentence for what went wrong with a passkey. */
export function passkeyProblem(error: Error): string {
  if (error instanceof AppError) return error.message;
  return sentences[error.name] ?? "The passkey could not be used. Try again.";
}
