import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone, roles, signedIn } from "#core/permission.ts";

import { codeText } from "../rules/one-time-code.ts";
import { emailText, passwordText } from "../rules/sign-in.ts";
import { invitationToken } from "./invitations.ts";
import { signedInUser } from "./sign-in.ts";

/** The user's sign-in methods. */
const credentials = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** False for users who only use Google or a passkey. */
  hasPassword: z.boolean(),
});

export const passwordEndpoints = {
  login: endpoint({
    method: "POST",
    path: "/user/login",
    permission: anyone,
    summary: "Log in with email and password; sets the session cookie",
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
    body: z
      .object({
        email: emailText,
        password: passwordText,
        /** NORMAL with an invitation, for people who need no role to manage for others. */
        role: z.enum(roles, { error: "Please select a role" }),
        /** The token of an invitation, whose role replaces `role`. */
        invitation: invitationToken.optional(),
      })
      .refine(({ role, invitation }) => role !== "NORMAL" || invitation !== undefined, {
        error: "Please select a role",
        path: ["role"],
      }),
    response: signedInUser,
    message: "Account created successfully! Redirecting to profile...",
  }),
  credentials: endpoint({
    method: "GET",
    path: "/user/credentials",
    permission: signedIn,
    summary: "The user's email, whether it is confirmed, and whether they have a password",
    response: credentials,
    message: "Your credentials.",
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/user/change-password",
    permission: signedIn,
    summary: "Change the password; ends all other sessions and replaces the token of this one",
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
    summary: "Email a one-time code; the response is the same whether or not an account has the email",
    body: z.object({ email: emailText }),
    response: z.null(),
    message: "OTP sent to your email. Please check your inbox.",
  }),
  verifyOtp: endpoint({
    method: "POST",
    path: "/forgot-password/verify-otp",
    permission: anyone,
    summary: "Redeem a one-time code; this browser can then set a new password within 10 minutes",
    body: z.object({ email: emailText, otp: codeText }),
    response: z.null(),
    message: "OTP verified successfully.",
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/user/reset-password",
    permission: anyone,
    summary: "Set a new password after a correct code; ends all sessions of the account",
    body: z.object({ email: emailText, password: passwordText }),
    response: z.null(),
    message: "Password changed successfully.",
  }),
};

export const passwordError = defineErrors({
  wrong_password: { status: 422, message: "This is not your current password." },
  no_password: { status: 409, message: "You don't have a password yet. Set one with an emailed code." },
});
