import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { anyone, signedIn } from "#core/permission.ts";
import { chosenRole } from "#modules/people/contract.ts";

import { signedInUser } from "../contract.ts";

/** A connected Google account. */
const googleAccount = z.object({ email: z.string(), connectedAt: z.iso.datetime() });
export type GoogleAccount = z.output<typeof googleAccount>;

export const googleEndpoints = {
  consentWindow: endpoint({
    method: "GET",
    path: "/user/oauth/get-consent-window",
    permission: anyone,
    summary: "The URL of Google's login page; valid for ten minutes in this browser",
    query: z.object({
      /** Connects Google to the logged-in account instead of logging in. */
      connect: z.literal("true").optional(),
    }),
    response: z.object({ url: z.string() }),
    message: "Continue with Google.",
  }),
  loginRegister: endpoint({
    method: "GET",
    path: "/user/oauth/login-register",
    permission: anyone,
    summary: "Log in, or create an account, with the authorization code from Google; sets the session cookie",
    query: z.object({
      code: z.string("no code was provided").min(1, "no code was provided").max(2000),
      /** A new user without a role chooses one later. */
      role: chosenRole.optional().catch(undefined),
      state: z.string().max(200).optional(),
    }),
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
  linkGoogle: endpoint({
    method: "POST",
    path: "/user/oauth/link",
    permission: anyone,
    summary: "After `password_needed`: verify the account's password, connect Google and log in",
    body: z.object({
      password: z.string("Please fill all fields").min(1, "Please fill all fields").max(1000),
    }),
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
  google: endpoint({
    method: "GET",
    path: "/user/google",
    permission: signedIn,
    summary: "The user's connected Google account, or null",
    response: googleAccount.nullable(),
    message: "Your Google account.",
  }),
  disconnectGoogle: endpoint({
    method: "DELETE",
    path: "/user/google",
    permission: signedIn,
    summary: "Disconnect Google, unless it is the only way to log in",
    response: z.null(),
    message: "Google account disconnected.",
  }),
};

/** A person signed up with a Google account that has a picture. */
export const signedUpWithGoogle = defineEvent(
  "sign-in.signed_up_with_google",
  z.object({ personId: z.number(), pictureUrl: z.string() }),
);

export const googleError = defineErrors({
  sign_in_expired: {
    status: 409,
    message: "This Google login has expired or was started in another browser. Start again.",
  },
  google_refused: { status: 422, message: "Google couldn't confirm your identity. Start again." },
  google_unreachable: { status: 503, message: "Google can't be reached. Try again in a moment." },
  password_needed: {
    status: 409,
    message: "An account with this email already exists. Enter its password to connect Google.",
  },
  wrong_password: { status: 401, message: "Wrong password. Try again, or reset it." },
  other_sign_in_method: {
    status: 409,
    message:
      "The account with this email isn't connected to this Google account. Log in as before, or reset the password.",
  },
  google_taken: {
    status: 409,
    message: "This Google account is connected to another Reelay account. Choose a different one.",
  },
  google_connected: {
    status: 409,
    message: "Your account is connected to a different Google account. Disconnect it in Settings first.",
  },
  only_sign_in_method: {
    status: 409,
    message: "Google is your only way to log in. Add a passkey or set a password first.",
  },
});
