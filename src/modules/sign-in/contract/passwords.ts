import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone, signedIn } from "#core/permission.ts";

import { signedInUser } from "../contract.ts";
import { emailText, passwordText } from "../rules.ts";
import { codeText } from "../rules/one-time-code.ts";

/** What one signs in with, as its owner sees it. */
const credentials = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** False for people who have only ever signed in another way. */
  hasPassword: z.boolean(),
});

export const passwordEndpoints = {
  login: endpoint({
    method: "POST",
    path: "/user/login",
    permission: anyone,
    summary: "Sign in with email and password; sets the session cookie",
    body: z.object({
      email: emailText,
      password: z.string("Please fill all fields").min(1, "Please fill all fields").max(1000),
    }),
    response: signedInUser,
    message: "Login successful! Redirecting to profile...",
  }),
  signup: endpoint({
    method: "POST",
    path: "/user/signup",
    permission: anyone,
    summary: "Create an account; sets the session cookie",
    body: z.object({
      email: emailText,
      password: passwordText,
      role: z.enum(["YOUTUBER", "EDITOR"], { error: "Please select a role" }),
    }),
    response: signedInUser,
    message: "Account created successfully! Redirecting to profile...",
  }),
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
  generateOtp: endpoint({
    method: "POST",
    path: "/forgot-password/generate-otp",
    permission: anyone,
    summary: "Mail a one-time code; answers the same whether or not an account has the email",
    body: z.object({ email: emailText }),
    response: z.null(),
    message: "OTP sent to your email. Please check your inbox.",
  }),
  verifyOtp: endpoint({
    method: "POST",
    path: "/forgot-password/verify-otp",
    permission: anyone,
    summary: "Use a one-time code up; this browser may then set a new password within 10 minutes",
    body: z.object({ email: emailText, otp: codeText }),
    response: z.null(),
    message: "OTP verified successfully.",
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/user/reset-password",
    permission: anyone,
    summary: "Set a new password after a right code; ends every session of the account",
    body: z.object({ email: emailText, password: passwordText }),
    response: z.null(),
    message: "Password changed successfully.",
  }),
};

export const passwordError = defineErrors({
  wrong_password: { status: 422, message: "That is not your current password." },
  no_password: { status: 409, message: "You have no password yet. Set one with a code by email." },
});
