import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { signedIn } from "#core/permission.ts";

import { codeText } from "../rules/one-time-code.ts";

export const emailCodeEndpoints = {
  sendEmailCode: endpoint({
    method: "POST",
    path: "/user/send-email-code",
    permission: signedIn,
    summary: "Email a one-time code to confirm the user's email",
    response: z.null(),
    message: "OTP sent to your email. Please check your inbox.",
  }),
  confirmEmail: endpoint({
    method: "POST",
    path: "/user/confirm-email",
    permission: signedIn,
    summary: "Confirm the user's email with the emailed code",
    body: z.object({ otp: codeText }),
    response: z.null(),
    message: "Your email is confirmed.",
  }),
};

/** Errors of one-time codes for all purposes. */
export const codeError = defineErrors({
  code_refused: { status: 400, message: "Invalid or expired OTP. generate a new one." },
  too_many_codes: { status: 429, message: "Too many codes requested. Try again {wait}." },
  too_many_guesses: {
    status: 429,
    message: "Too many attempts. Try again {wait}.",
  },
  no_mail: {
    status: 409,
    message: "This server doesn't send email, so it can't send you a code. Contact its operator.",
  },
  email_confirmed: { status: 409, message: "Your email is already confirmed." },
  reset_expired: {
    status: 409,
    message: "This password reset has expired or was started in another browser. Request a new code.",
  },
});
