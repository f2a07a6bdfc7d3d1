import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { signedIn } from "#core/permission.ts";

import { codeText } from "../rules/one-time-code.ts";

export const accountDeletionEndpoints = {
  downloadData: endpoint({
    method: "GET",
    path: "/user/download-data",
    permission: signedIn,
    summary: "All data of the user, one part for each module",
    response: z.record(z.string(), z.unknown()),
    message: "Your data.",
    streamed: true,
  }),
  sendDeletionCode: endpoint({
    method: "POST",
    path: "/user/send-deletion-code",
    permission: signedIn,
    summary: "Email a one-time code for users without a password to delete their account",
    response: z.null(),
    message: "OTP sent to your email. Please check your inbox.",
  }),
  deleteAccount: endpoint({
    method: "POST",
    path: "/user/delete-account",
    permission: signedIn,
    summary: "Permanently delete the user's account, with their password or an emailed code",
    body: z.object({ password: z.string().max(1000).optional(), otp: codeText.optional() }),
    response: z.null(),
    message: "Account deleted.",
  }),
};

export const accountDeletionError = defineErrors({
  wrong_password: { status: 422, message: "Wrong password." },
});
