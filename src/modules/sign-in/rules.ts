import { z } from "zod";

import { day, hour, minute } from "#core/time.ts";

/** An email, trimmed and in lower case. */
export const emailText = z
  .string("Please fill all fields")
  .trim()
  .min(1, "Please fill all fields")
  .max(254, "invalid email format")
  .regex(/^[^\s\p{C}@<>"']+@[^\s\p{C}@<>"']+\.[^\s\p{C}@<>"']+$/u, "invalid email format")
  .transform((email) => email.toLowerCase());

export const shortestPassword = 8;
const longestPassword = 128;

/** A new password of 8 to 128 characters. The server also refuses common passwords. */
export const passwordText = z
  .string("Please fill all fields")
  .refine((password) => password.trim().length > 0, { error: "Please fill all fields", abort: true })
  .min(shortestPassword, `Use at least ${shortestPassword} characters for the password.`)
  .max(longestPassword, `Use at most ${longestPassword} characters for the password.`);

export const sessionCookie = "reelay_session";
/** A session expires this long after its last use. */
export const sessionLength = 30 * day;
/** Use of a session is recorded at most this often. */
export const sessionTouchEvery = minute;
/** How long a socket token is valid, while its session is. */
export const socketTokenLength = 12 * hour;

/** The allowed number of attempts per time window, in milliseconds. */
export interface Limit {
  attempts: number;
  window: number;
}
export interface SignInLimits {
  loginByEmail: Limit;
  loginByAddress: Limit;
  signupByAddress: Limit;
  googleByAddress: Limit;
}
export const signInLimits: SignInLimits = {
  loginByEmail: { attempts: 10, window: 15 * minute },
  loginByAddress: { attempts: 100, window: 15 * minute },
  signupByAddress: { attempts: 100, window: hour },
  googleByAddress: { attempts: 100, window: 15 * minute },
};
