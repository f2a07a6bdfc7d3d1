import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { anyone, signedIn } from "#core/permission.ts";
import { chosenRole } from "#modules/people/contract/people.ts";

import { invitationToken } from "./invitations.ts";
import { signedInUser } from "./sign-in.ts";

/** The identity providers: Google, and the operator's provider for single sign-on. */
export const providerKeys = ["google", "oidc"] as const;
export const providerKey = z.enum(providerKeys);
export type ProviderKey = z.output<typeof providerKey>;

/** An account at an identity provider that is connected to the user's account. */
const identity = z.object({
  provider: providerKey,
  email: z.string(),
  connectedAt: z.iso.datetime(),
});
export type ConnectedIdentity = z.output<typeof identity>;

export const identityEndpoints = {
  consentWindow: endpoint({
    method: "GET",
    path: "/user/oauth/get-consent-window",
    permission: anyone,
    summary: "The URL of the identity provider's login page; valid for ten minutes in this browser",
    query: z.object({
      provider: providerKey.default("google"),
      /** Connects the provider to the logged-in account instead of logging in. */
      connect: z.literal("true").optional(),
      /** The token of an invitation that a new account accepts. */
      invitation: invitationToken.optional(),
    }),
    response: z.object({ url: z.string() }),
    message: "Continue with the identity provider.",
  }),
  loginRegister: endpoint({
    method: "GET",
    path: "/user/oauth/login-register",
    permission: anyone,
    summary: "Log in, or create an account, with the provider's authorization code; sets the session cookie",
    query: z.object({
      code: z.string("no code was provided").min(1, "no code was provided").max(5000),
      /** A new user without a role chooses one later. */
      role: chosenRole.optional().catch(undefined),
      state: z.string().max(200).optional(),
      /** The provider's issuer, if it states one. */
      iss: z.string().max(500).optional(),
    }),
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
  linkIdentity: endpoint({
    method: "POST",
    path: "/user/oauth/link",
    permission: anyone,
    summary: "After `password_needed`: verify the account's password, connect the provider and log in",
    body: z.object({
      password: z.string("Please fill all fields").min(1, "Please fill all fields").max(1000),
    }),
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
  identities: endpoint({
    method: "GET",
    path: "/user/identities",
    permission: signedIn,
    summary: "The user's connected accounts at identity providers",
    response: z.array(identity),
    message: "Your connected accounts.",
  }),
  disconnectIdentity: endpoint({
    method: "DELETE",
    path: "/user/identities/:provider",
    permission: signedIn,
    summary: "Disconnect an identity provider, unless it is the only way to log in",
    params: z.object({ provider: providerKey }),
    response: z.null(),
    message: "Account disconnected.",
  }),
};

/** A person signed up with an identity provider that has a picture of them. */
export const signedUpWithPicture = defineEvent(
  "sign-in.signed_up_with_picture",
  z.object({ personId: z.number(), provider: providerKey, pictureUrl: z.string() }),
);

const createIdentityError = defineErrors({
  sign_in_expired: {
    status: 409,
    message: "This login has expired or was started in another browser. Start again.",
  },
  provider_unknown: {
    status: 404,
    message: "This server doesn't offer this login. Log in another way.",
  },
  provider_refused: { status: 422, message: "{provider} couldn't confirm your identity. Start again." },
  provider_email_invalid: {
    status: 422,
    message:
      "{provider} sent an invalid email address for your account. Ask the operator of this server to correct it.",
  },
  provider_unreachable: { status: 503, message: "{provider} can't be reached. Try again in a moment." },
  password_needed: {
    status: 409,
    message: "An account with this email already exists. Enter its password to connect {provider}.",
  },
  wrong_password: { status: 401, message: "Wrong password. Try again, or reset it." },
  other_sign_in_method: {
    status: 409,
    message:
      "The account with this email isn't connected to this {provider} account. Log in as before, or reset the password.",
  },
  identity_taken: {
    status: 409,
    message: "This {provider} account is connected to another Reelay account. Choose a different one.",
  },
  identity_connected: {
    status: 409,
    message: "Your account is connected to a different {provider} account. Disconnect it in Settings first.",
  },
  only_sign_in_method: {
    status: 409,
    message: "{provider} is your only way to log in. Add a passkey or set a password first.",
  },
});

type IdentityErrorCode = Parameters<typeof createIdentityError>[0];

/** An error of the login with the provider of this name. */
export function identityError(code: IdentityErrorCode, provider: string, message?: string) {
  const { message: text } = createIdentityError(code);
  return createIdentityError(code, { message: message ?? text.replace("{provider}", provider) });
}
