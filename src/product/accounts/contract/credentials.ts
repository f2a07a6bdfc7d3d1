import { z } from "zod";

import { signedIn } from "#foundation/access.ts";
import { endpoint } from "#foundation/endpoint.ts";
import { failures } from "#foundation/failure.ts";

import { passwordText } from "../rules.ts";
import { codeText } from "../rules/one-time-code.ts";

/** What one signs in with, as its owner sees it. */
const credentials = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** False for people who have only ever signed in another way. */
  hasPassword: z.boolean(),
});

export const credentialsEndpoints = {
  credentials: endpoint({
    method: "GET",
    path: "/user/credentials",
    who: signedIn,
    summary: "One's own e-mail, whether it is confirmed, and whether there is a password",
    reply: credentials,
    message: "Here is what you sign in with.",
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/user/change-password",
    who: signedIn,
    summary: "Change the password; ends all other sessions and gives this one a new token",
    body: z.object({
      current: z.string("Please fill in all fields.").min(1, "Please fill in all fields.").max(1000),
      password: passwordText,
    }),
    reply: z.null(),
    message: "Password changed successfully.",
  }),
  sendEmailCode: endpoint({
    method: "POST",
    path: "/user/send-email-code",
    who: signedIn,
    summary: "Mail a one-time code that confirms one's own e-mail",
    reply: z.null(),
    message: "OTP sent to your email. Please check your inbox.",
  }),
  confirmEmail: endpoint({
    method: "POST",
    path: "/user/confirm-email",
    who: signedIn,
    summary: "Confirm one's own e-mail by the code that was mailed to it",
    body: z.object({ otp: codeText }),
    reply: z.null(),
    message: "Your e-mail is confirmed.",
  }),
};

export const credentialsFailure = failures({
  wrong_password: { status: 422, message: "That is not your current password." },
  no_password: { status: 409, message: "You have no password yet. Set one with a code by e-mail." },
  email_confirmed: { status: 409, message: "Your e-mail is confirmed already." },
});
