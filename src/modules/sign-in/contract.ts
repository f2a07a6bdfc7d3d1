import { z } from "zod";

import { defineErrors } from "#core/error.ts";
import { user } from "#modules/people/contract.ts";

/** The logged-in user, with the token for the realtime connection. */
export const signedInUser = user.extend({ socketToken: z.string() });
export type SignedInUser = z.output<typeof signedInUser>;

export const signInError = defineErrors({
  wrong_credentials: { status: 401, message: "That email and password don't match an account." },
  common_password: {
    status: 422,
    message: "This password is too common. Choose another one.",
  },
  login_locked: { status: 429, message: "Too many attempts. Try again {wait}." },
});
