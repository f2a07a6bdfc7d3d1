import type { z } from "zod";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import { passkeyEndpoints } from "#modules/sign-in/contract/passkeys.ts";

const { beginRegistration, register, listPasskeys, beginSignIn, signIn, beginSignUp, signUp } =
  passkeyEndpoints;

/** The user's passkeys, newest first. */
export const passkeysQuery = endpointQuery({
  queryKey: ["passkeys"],
  endpoint: listPasskeys,
  input: {},
  fallback: "Failed to fetch your passkeys",
});

/** Loaded on first use: few visits need it. */
const loadLibrary = () => import("@simplewebauthn/browser");

/** Creates a passkey in the browser and adds it to the account. */
export async function addPasskey() {
  const fallback = "Failed to add the passkey";
  const [{ data: optionsJSON }, { startRegistration }] = await Promise.all([
    call(beginRegistration, {}, { fallback }),
    loadLibrary(),
  ]);
  return call(register, { body: await startRegistration({ optionsJSON }) }, { fallback });
}

/** Creates an account with a new passkey. */
export async function signUpWithPasskey(account: z.input<typeof beginSignUp.body>) {
  const messages = {
    fallback: "Failed to register user",
    unreachable: "Failed to authenticate. Please try again.",
  };
  const [{ data: optionsJSON }, { startRegistration }] = await Promise.all([
    call(beginSignUp, { body: account }, messages),
    loadLibrary(),
  ]);
  return call(signUp, { body: await startRegistration({ optionsJSON }) }, messages);
}

/** Logs in with a passkey that the browser offers. */
export async function logInWithPasskey() {
  const messages = {
    fallback: "Failed to login user",
    unreachable: "Failed to authenticate. Please try again.",
  };
  const [{ data: optionsJSON }, { startAuthentication }] = await Promise.all([
    call(beginSignIn, {}, messages),
    loadLibrary(),
  ]);
  return call(signIn, { body: await startAuthentication({ optionsJSON }) }, messages);
}

/** Whether the user cancelled the browser's dialog or it timed out. */
export function isCancelled(error: Error): boolean {
  return error.name === "NotAllowedError" || error.name === "AbortError";
}

/** Messages by the name of the browser's error. */
const errorsByName: Record<string, string> = {
  InvalidStateError: "This device already has a passkey for your account.",
  ConstraintError: "This device can't store a passkey with user verification. Use a phone or another device.",
  NotSupportedError: "This device can't create a passkey. Use a phone or another device.",
  SecurityError: "Passkeys work only at the address in the server's APP_URL setting. Open Reelay there.",
};

/** The error to show for a failed passkey request. */
export function passkeyError(error: Error): Error {
  if (error instanceof AppError) return error;
  return new Error(errorsByName[error.name] ?? "The passkey couldn't be used. Try again.");
}
