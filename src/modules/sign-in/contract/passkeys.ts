import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone, roles, signedIn } from "#core/permission.ts";

import { emailText } from "../rules/sign-in.ts";
import { invitationToken } from "./invitations.ts";
import { signedInUser } from "./sign-in.ts";

/** Base64url, the encoding of binary values in WebAuthn's JSON. */
const binary = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/);

/** Credential id, at most 1023 bytes. */
const credentialId = binary(1364);

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** The fields of `PublicKeyCredentialCreationOptionsJSON` that are used. `timeout` is in milliseconds. */
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

/** `PublicKeyCredentialRequestOptionsJSON` without a list of credentials: the browser offers the ones it has. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
});

const credential = z.object({ id: credentialId, rawId: credentialId, type: z.literal("public-key") });

/** The fields of `RegistrationResponseJSON` that are used. */
export const registration = credential.extend({
  authenticatorAttachment: z.string().max(40).nullish(),
  response: z.object({
    clientDataJSON: binary(4096),
    attestationObject: binary(32_768),
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});
export type Registration = z.output<typeof registration>;

/** The fields of `AuthenticationResponseJSON` that are used. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: binary(4096),
    authenticatorData: binary(8192),
    signature: binary(8192),
    userHandle: binary(88).nullish(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** One of the user's passkeys. */
export const passkey = z.object({
  id: z.string(),
  /** The device or program that stores it, such as "Chrome on Windows". */
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
    summary: "Options to create a passkey; the challenge is valid for five minutes in this browser",
    response: creationOptions,
    message: "Follow your browser's instructions.",
  }),
  register: endpoint({
    method: "POST",
    path: "/user/passkey/register",
    permission: signedIn,
    summary: "Add the passkey that the browser created",
    body: registration,
    response: passkey,
    message: "Passkey added.",
  }),
  listPasskeys: endpoint({
    method: "GET",
    path: "/user/passkeys",
    permission: signedIn,
    summary: "The user's passkeys, newest first",
    response: z.array(passkey),
    message: "Your passkeys.",
  }),
  removePasskey: endpoint({
    method: "DELETE",
    path: "/user/passkey/:id",
    permission: signedIn,
    summary: "Remove one of the user's passkeys, unless it is the only way to log in",
    params: z.object({ id: credentialId }),
    response: z.null(),
    message: "Passkey removed.",
  }),
  beginSignUp: endpoint({
    method: "POST",
    path: "/user/passkey/begin-sign-up",
    permission: anyone,
    summary: "Options to sign up with a passkey and an invitation; valid for five minutes in this browser",
    body: z.object({ email: emailText, role: z.enum(roles), invitation: invitationToken }),
    response: creationOptions,
    message: "Follow your browser's instructions.",
  }),
  signUp: endpoint({
    method: "POST",
    path: "/user/passkey/sign-up",
    permission: anyone,
    summary: "Create the account with the passkey that the browser created; sets the session cookie",
    body: registration,
    response: signedInUser,
    message: "Account created successfully!",
  }),
  beginSignIn: endpoint({
    method: "POST",
    path: "/user/passkey/begin-sign-in",
    permission: anyone,
    summary: "Options to log in with a passkey; the challenge is valid for five minutes in this browser",
    response: requestOptions,
    message: "Follow your browser's instructions.",
  }),
  signIn: endpoint({
    method: "POST",
    path: "/user/passkey/sign-in",
    permission: anyone,
    summary: "Log in with a passkey; sets the session cookie",
    body: assertion,
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
};

export const passkeyError = defineErrors({
  passkey_expired: {
    status: 409,
    message: "This request has expired or was started in another browser. Try again.",
  },
  passkey_refused: { status: 422, message: "The passkey couldn't be verified. Try again." },
  passkey_unknown: {
    status: 422,
    message: "No account has this passkey. It may have been removed. Log in another way.",
  },
  passkey_known: { status: 409, message: "This passkey has already been added." },
  too_many_passkeys: {
    status: 409,
    message: "You have reached the limit of passkeys. Remove one to add another.",
  },
  last_sign_in_method: {
    status: 409,
    message: "This passkey is your only way to log in. Set a password or add another passkey first.",
  },
});
