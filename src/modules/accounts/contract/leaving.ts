import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { signedIn } from "#core/permission.ts";

import { codeText } from "../rules/one-time-code.ts";

export const accountDeletionEndpoints = {
  downloadData: endpoint({
    method: "GET",
    path: "/user/download-data",
    permission: signedIn,
    summary: "Everything that is kept of the reader, one part for each room",
    response: z.record(z.string(), z.unknown()),
    message: "Here is your data.",
  }),
  sendDeletionCode: endpoint({
    method: "POST",
    path: "/user/send-deletion-code",
    permission: signedIn,
    summary: "Mail the one-time code with which people who have no password delete their account",
    response: z.null(),
    message: "OTP sent to your email. Please check your inbox.",
  }),
  deleteAccount: endpoint({
    method: "POST",
    path: "/user/delete-account",
    permission: signedIn,
    summary: "Delete the reader's account for good; by the password, without one by a mailed code",
    body: z.object({ password: z.string().max(1000).optional(), otp: codeText.optional() }),
    response: z.null(),
    message: "Your account is deleted.",
  }),
};

export const accountDeletionError = defineErrors({
  wrong_password: { status: 422, message: "That is not your password." },
});

/**
 * A person has deleted their account; nothing personal is left of them in accounts. `pictureFileIds` are what their
 * profile showed. Later rooms forget what they keep, or fail while something must be finished first.
 */
export const accountDeleted = defineEvent(
  "accounts.person_left",
  z.object({ personId: z.number(), pictureFileIds: z.array(z.string()) }),
);
