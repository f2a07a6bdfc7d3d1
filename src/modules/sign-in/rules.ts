import { z } from "zod";

import { day, hour, minute } from "#core/time.ts";

/** Specification, section 5: the email must contain "@" and "."; blank fields get their own sentence. */
export const emailText = z
  .string("Please fill all fields")
  .trim()
  .min(1, "Please fill all fields")
  .max(254, "invalid email format")
  .regex(/^[^\s\p{C}@<>"']+@[^\s\p{C}@<>"']+\.[^\s\p{C}@<>"']+$/u, "invalid email format")
  .transform((email) => email.toLowerCase());

export const shortestPassword = 8;
const longestPassword = 128;

/** Decisions, "People and roles": 8 to 128 characters. Common passwords are refused by the server. */
export const passwordText = z
  .string("Please fill all fields")
  .refine((password) => password.trim().length > 0, { error: "Please fill all fields", abort: true })
  .min(shortestPassword, `Use at least ${shortestPassword} characters for the password.`)
  .max(longestPassword, `Use at most ${longestPassword} characters for the password.`);

export const sessionCookie = "reelay_session";
/** A session ends this long after it was last used (decisions, "People and roles"). */
export const sessionLength = 30 * day;
/** A session's use is written down at most this often. */
export const sessionTouchEvery = minute;
/** How long a socket token opens the realtime connection, while its session lives. */
export const socketTokenLength = 12 * hour;

/** How many tries a window (milliseconds) allows. */
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
