import { z } from "zod";

import { hour, minute } from "#core/time.ts";

import type { Limit } from "../rules.ts";

/** Specification, section 9: four characters, good for two minutes. */
export const codeLength = 4;
export const codeLifetime = 2 * minute;

/** Decisions, "People and roles": this many wrong tries end a code. */
export const wrongTriesAllowed = 5;

/** Without characters that look like others (O and Q for 0, I and L for 1, Z, S and B for 2, 5 and 8) and without vowels, which make words. */
export const codeAlphabet = "23456789CDFGHJKMNPRTVWXY";

/** A code as one types it, in capitals: compared without regard to case (specification, section 5). */
export const codeText = z
  .string("Please enter a valid OTP.")
  .trim()
  .regex(new RegExp(`^[a-zA-Z0-9]{${codeLength}}$`), "Please enter a valid OTP.")
  .transform((code) => code.toUpperCase());

/** How long after a right code a new password is taken, in the same browser. */
export const resetLifetime = 10 * minute;

export interface CodeLimits {
  /** Codes that an email is sent, whoever asks; that one network address asks for. */
  codesByEmail: Limit;
  codesByAddress: Limit;
  guessesByAddress: Limit;
}
export const codeLimits: CodeLimits = {
  codesByEmail: { tries: 5, window: hour },
  codesByAddress: { tries: 5, window: hour },
  guessesByAddress: { tries: 50, window: 15 * minute },
};
