import { z } from "zod";

import type { Limit } from "#core/rate-limit.ts";
import { day, hour, minute } from "#core/time.ts";

import { normalizeEmail } from "./email-address.ts";

/** An email, in the one spelling by which accounts are found. */
export const emailText = emailField("Please fill all fields", "invalid email format");

/** An email with the errors for a missing and for an invalid one. */
export function emailField(missing: string, invalid: string) {
  return z.string(missing).trim().min(1, missing).transform(normalizeEmail).pipe(z.string(invalid));
}

export const minPasswordLength = 8;
const maxPasswordLength = 128;

/** A new password of 8 to 128 characters. The server also refuses common passwords. */
export const passwordText = z
  .string("Please fill all fields")
  .refine((password) => password.trim().length > 0, { error: "Please fill all fields", abort: true })
  .min(minPasswordLength, `Use at least ${minPasswordLength} characters for the password.`)
  .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters for the password.`);

export const sessionCookie = "reelay_session";
/** Names a browser in which users have logged in, so that others can't lock them out (docs/decisions/0008-own-sign-in.md). */
export const knownBrowserCookie = "reelay_browser";
/** A browser is known for this long after its last use. */
export const knownBrowserLength = 180 * day;
/** A session expires this long after its last use. */
export const sessionLength = 30 * day;
/** Use of a session is recorded at most this often. */
export const sessionTouchInterval = minute;
/** The last activity of a user is recorded at most this often. */
export const activityExactTo = hour;
/** Lifetime of a socket token; it ends earlier with its session. */
export const socketTokenLength = 12 * hour;

export interface SignInLimits {
  /** Passwords for one account from one address or one known browser. */
  loginByClient: Limit;
  /** Passwords for one account from all browsers that are not known. */
  loginByAccount: Limit;
  loginByAddress: Limit;
  passkeyByAddress: Limit;
  signupByAddress: Limit;
  signupBySite: Limit;
  identityByAddress: Limit;
}
export const signInLimits: SignInLimits = {
  loginByClient: { attempts: 10, window: 15 * minute },
  loginByAccount: { attempts: 100, window: hour },
  loginByAddress: { attempts: 100, window: 15 * minute },
  passkeyByAddress: { attempts: 100, window: 15 * minute },
  signupByAddress: { attempts: 100, window: hour },
  signupBySite: { attempts: 300, window: hour },
  identityByAddress: { attempts: 100, window: 15 * minute },
};

/** Emails about changes to how users sign in. */
export const securityEmailLimits = {
  byEmail: { attempts: 10, window: hour },
  byAddress: { attempts: 50, window: hour },
};
