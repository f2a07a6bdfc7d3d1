import { z } from "zod";

import { defineErrors } from "#core/error.ts";
import { user } from "#modules/people/contract/people.ts";

/** The logged-in user, with the token for the realtime connection. `operator` users may administer the server. */
export const signedInUser = user.extend({ socketToken: z.string(), operator: z.boolean().default(false) });
export type SignedInUser = z.output<typeof signedInUser>;

export const signInError = defineErrors({
  wrong_credentials: { status: 401, message: "That email and password don't match an account." },
  common_password: {
    status: 422,
    message: "This password is too common. Choose another one.",
  },
  account_suspended: {
    status: 403,
    message: "This account is suspended. Ask the operators of this server to restore it.",
  },
  login_locked: { status: 429, message: "Too many attempts. Try again {wait}." },
});
