import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone, signedIn } from "#core/permission.ts";

import { signedInUser } from "../contract.ts";

/** Base64url, as all binary parts of WebAuthn travel in JSON. */
const binary = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/);

/** A credential's id: at most 1023 bytes (WebAuthn, section 4). */
const credentialId = binary(1364);

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** `PublicKeyCredentialCreationOptionsJSON`, as far as Reelay uses it. `timeout` is in milliseconds. */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** `PublicKeyCredentialRequestOptionsJSON` without a list of credentials: the browser offers those it has. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
});

const credential = z.object({ id: credentialId, rawId: credentialId, type: z.literal("public-key") });

/** `RegistrationResponseJSON`, as far as it is looked at. */
export const registration = credential.extend({
  authenticatorAttachment: z.string().max(40).nullish(),
  response: z.object({
    clientDataJSON: binary(4096),
    attestationObject: binary(32_768),
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});
export type Registration = z.output<typeof registration>;

/** `AuthenticationResponseJSON`, as far as it is looked at. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: binary(4096),
    authenticatorData: binary(8192),
    signature: binary(8192),
    userHandle: binary(88).nullish(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.string(),
  /** Where it is kept, for example "Chrome on Windows". */
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const passkeyEndpoints = {
  beginRegistration: endpoint({
    method: "POST",
    path: "/user/passkey/begin-registration",
    permission: signedIn,
    summary: "What a browser needs to make a passkey; the challenge is good for five minutes in this browser",
    response: creationOptions,
    message: "Follow your browser's instructions.",
  }),
  register: endpoint({
    method: "POST",
    path: "/user/passkey/register",
    permission: signedIn,
    summary: "Keep the passkey that the browser has made",
    body: registration,
    response: passkey,
    message: "Passkey added.",
  }),
  listPasskeys: endpoint({
    method: "GET",
    path: "/user/passkeys",
    permission: signedIn,
    summary: "One's own passkeys, the newest first",
    response: z.array(passkey),
    message: "Here are your passkeys.",
  }),
  removePasskey: endpoint({
    method: "DELETE",
    path: "/user/passkey/:id",
    permission: signedIn,
    summary: "Remove one of one's own passkeys, unless nothing else signs in",
    params: z.object({ id: credentialId }),
    response: z.null(),
    message: "Passkey removed.",
  }),
  beginSignIn: endpoint({
    method: "POST",
    path: "/user/passkey/begin-sign-in",
    permission: anyone,
    summary:
      "What a browser needs to sign in with a passkey; the challenge is good for five minutes in this browser",
    response: requestOptions,
    message: "Follow your browser's instructions.",
  }),
  signIn: endpoint({
    method: "POST",
    path: "/user/passkey/sign-in",
    permission: anyone,
    summary: "Sign in with a passkey; sets the session cookie",
    body: assertion,
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
};

export const passkeyError = defineErrors({
  passkey_expired: {
    status: 409,
    message: "That took too long, or was begun in another browser. Try again.",
  },
  passkey_refused: { status: 422, message: "That passkey could not be checked. Try again." },
  passkey_unknown: {
    status: 422,
    message: "No account here has that passkey. It may have been removed; log in another way.",
  },
  passkey_known: { status: 409, message: "That passkey has been added already." },
  too_many_passkeys: {
    status: 409,
    message: "You have as many passkeys as an account can keep. Remove one, then add another.",
  },
  last_way_in: {
    status: 409,
    message: "This passkey is your only way to log in. Set a password first, or add another passkey.",
  },
});
