import { z } from "zod";

import type { Limit } from "#core/rate-limit.ts";
import { hour, minute } from "#core/time.ts";

export const codeLength = 4;
export const codeLifetime = 2 * minute;

/** A code is invalid after this many failed attempts. */
export const failedAttemptsAllowed = 5;

/** Without letters that look like digits (O, Q, I, L, Z, S, B) and without vowels, which could form words. */
export const codeAlphabet = "23456789CDFGHJKMNPRTVWXY";

/** A code as typed, converted to capitals. */
export const codeText = z
  .string("Please enter a valid OTP.")
  .trim()
  .regex(new RegExp(`^[a-zA-Z0-9]{${codeLength}}$`), "Please enter a valid OTP.")
  .transform((code) => code.toUpperCase());

/** Time after a correct code in which the same browser can set a new password. */
export const resetLifetime = 10 * minute;

export interface CodeLimits {
  /** Codes sent to one email, from any client. */
  codesByEmail: Limit;
  /** Codes sent to one email for one client, so that others can't use up all codes of its owner. */
  codesByClient: Limit;
  codesByAddress: Limit;
  /** Codes sent for all known browsers of one network. One email gets `codesByEmail` of them. */
  codesByKnownAddress: Limit;
  /** Attempts of one client with the codes of one email: too few to end two codes in a row. */
  guessesByClient: Limit;
  guessesByAddress: Limit;
}
export const codeLimits: CodeLimits = {
  codesByEmail: { attempts: 5, window: hour },
  codesByClient: { attempts: 3, window: hour },
  codesByAddress: { attempts: 5, window: hour },
  codesByKnownAddress: { attempts: 20, window: hour },
  guessesByClient: { attempts: 9, window: hour },
  guessesByAddress: { attempts: 50, window: 15 * minute },
};
