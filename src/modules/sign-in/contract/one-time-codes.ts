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
    message: "This server sends no email, so it can't send you a code. Contact its operator.",
  },
  email_confirmed: { status: 409, message: "Your email is already confirmed." },
  reset_over: {
    status: 409,
    message: "That took longer than 10 minutes, or began in another browser. Ask for a new code.",
  },
});
