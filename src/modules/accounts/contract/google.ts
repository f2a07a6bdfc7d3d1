import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone, signedIn } from "#core/permission.ts";

import { signedInUser, user } from "../contract.ts";

const chosenRole = z.enum(["YOUTUBER", "EDITOR"], { error: "Please select a role" });
export type ChosenRole = z.output<typeof chosenRole>;

/** The Google account that somebody signs in with. */
const googleAccount = z.object({ email: z.string(), connectedAt: z.iso.datetime() });
export type GoogleAccount = z.output<typeof googleAccount>;

export const googleEndpoints = {
  consentWindow: endpoint({
    method: "GET",
    path: "/user/oauth/get-consent-window",
    permission: anyone,
    summary: "The address of Google's sign-in; good for ten minutes in the browser that asks",
    query: z.object({
      /** Connects Google to the signed-in account instead of signing in. */
      connect: z.literal("true").optional(),
    }),
    response: z.object({ url: z.string() }),
    message: "Sign in at Google.",
  }),
  loginRegister: endpoint({
    method: "GET",
    path: "/user/oauth/login-register",
    permission: anyone,
    summary:
      "Sign in, or create an account, with what Google's sign-in led back with; sets the session cookie",
    query: z.object({
      code: z.string("no code was provided").min(1, "no code was provided").max(2000),
      /** Without one of the two roles a new person chooses later. */
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
    summary: "After `password_needed`: proves the account by its password, connects Google and signs in",
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
    summary: "The Google account that the reader signs in with, if any",
    response: googleAccount.nullable(),
    message: "Here is your Google account.",
  }),
  disconnectGoogle: endpoint({
    method: "DELETE",
    path: "/user/google",
    permission: signedIn,
    summary: "Stop signing in with Google, unless nothing else signs in",
    response: z.null(),
    message: "Your Google account is disconnected.",
  }),
  chooseRole: endpoint({
    method: "POST",
    path: "/user/choose-role",
    permission: signedIn,
    summary: "Choose a role, once, after arriving without one",
    body: z.object({ role: chosenRole }),
    response: user,
    message: "Welcome to Reelay.",
  }),
};

export const googleError = defineErrors({
  sign_in_over: {
    status: 409,
    message: "That sign-in took too long, was used already, or began in another browser. Start again.",
  },
  google_refused: { status: 422, message: "Google didn't confirm who you are. Start again." },
  google_unreachable: { status: 503, message: "Google could not be reached. Try again in a moment." },
  password_needed: {
    status: 409,
    message: "There is an account with this email already. Enter its password once to connect Google to it.",
  },
  wrong_password: { status: 401, message: "That isn't the account's password. Try again, or reset it." },
  other_way_in: {
    status: 409,
    message:
      "The account with this email doesn't use this Google account. Log in the way you did before, or reset the password.",
  },
  google_taken: {
    status: 409,
    message: "That Google account belongs to another Reelay account. Choose another one.",
  },
  google_connected: {
    status: 409,
    message: "Your account is connected to another Google account. Disconnect that one first, in Settings.",
  },
  only_way_in: {
    status: 409,
    message:
      "Google is your only way to log in. Add a passkey first, or set a password with “Forgot your password”.",
  },
  role_chosen: { status: 409, message: "You have chosen your role already. It can't be changed." },
});
