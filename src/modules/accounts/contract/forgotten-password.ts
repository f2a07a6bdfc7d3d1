import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { anyone } from "#core/permission.ts";

import { emailText, passwordText } from "../rules.ts";
import { codeText } from "../rules/one-time-code.ts";

/** The way to a new password: a code by email, the code typed in, then the new password in the same browser. */
export const forgottenPasswordEndpoints = {
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

/** What can be wrong with one-time codes, for whatever they are asked. */
export const codeError = defineErrors({
  code_refused: { status: 400, message: "Invalid or expired OTP. generate a new one." },
  too_many_codes: { status: 429, message: "Too many codes were asked for. Wait a while, then ask again." },
  too_many_guesses: {
    status: 429,
    message: "Too many codes were tried. Wait a few minutes, then try again.",
  },
  no_mail: {
    status: 409,
    message: "This server sends no email, so it can't send you a code. Ask whoever runs it.",
  },
  reset_over: {
    status: 409,
    message: "That took longer than 10 minutes, or began in another browser. Ask for a new code.",
  },
});
