import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { signedIn } from "#core/permission.ts";

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
    permission: signedIn,
    summary: "One's own email, whether it is confirmed, and whether there is a password",
    response: credentials,
    message: "Here is what you sign in with.",
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/user/change-password",
    permission: signedIn,
    summary: "Change the password; ends all other sessions and gives this one a new token",
    body: z.object({
      current: z.string("Please fill in all fields.").min(1, "Please fill in all fields.").max(1000),
      password: passwordText,
    }),
    response: z.null(),
    message: "Password changed successfully.",
  }),
  sendEmailCode: endpoint({
    method: "POST",
    path: "/user/send-email-code",
    permission: signedIn,
    summary: "Mail a one-time code that confirms one's own email",
    response: z.null(),
    message: "OTP sent to your email. Please check your inbox.",
  }),
  confirmEmail: endpoint({
    method: "POST",
    path: "/user/confirm-email",
    permission: signedIn,
    summary: "Confirm one's own email by the code that was mailed to it",
    body: z.object({ otp: codeText }),
    response: z.null(),
    message: "Your email is confirmed.",
  }),
};

export const credentialsError = defineErrors({
  wrong_password: { status: 422, message: "That is not your current password." },
  no_password: { status: 409, message: "You have no password yet. Set one with a code by email." },
  email_confirmed: { status: 409, message: "Your email is confirmed already." },
});
