import { z } from "zod";

import type { Role } from "#core/permission.ts";
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

export const longestName = 50;

/** What breaks an address (`/ ? # %`), cannot be seen, or turns the direction of the text around it. */
const forbiddenInNames = /[/?#%\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const forbiddenInNamesEverywhere = new RegExp(forbiddenInNames, "gu");

/** Decisions, "People and roles": 1 to 50 characters of any script, without `/ ? # %` and control characters. */
export const nameText = z
  .string("Name is required")
  .transform((name) => name.normalize("NFC").trim().replace(/\s+/gu, " "))
  .refine((name) => name.length > 0, { error: "Name is required", abort: true })
  .refine((name) => [...name].length <= longestName, `Use at most ${longestName} characters for the name.`)
  .refine((name) => !forbiddenInNames.test(name), "A name can't contain / ? # % or control characters.")
  .refine((name) => /[\p{L}\p{N}]/u.test(name), "A name needs at least one letter or digit.");

/** The name folded for comparison: names are unique without regard to case. Takes any text. */
export function nameKey(name: string): string {
  const visible = name
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "");
  return visible.trim().toUpperCase().toLowerCase();
}

/** What one types to find people: part of a name. */
export const searchText = z
  .string()
  .max(200)
  .transform((text) => [...text.replace(/\p{C}/gu, "").trim()].slice(0, longestName).join(""));

/** Characters that a suffix and its hyphen may add to a first name. */
const longestSuffix = 13;

/** A first public name from an email's local part; `suffix` makes it unique (decisions, "People and roles"). */
export function nameFromEmail(email: string, suffix: string): string {
  const local = email.slice(0, email.lastIndexOf("@")).normalize("NFC");
  const allowed = [...local.replace(forbiddenInNamesEverywhere, "").trim()];
  const start = allowed
    .slice(0, longestName - longestSuffix)
    .join("")
    .trim();
  const name = /[\p{L}\p{N}]/u.test(start) ? start : "person";
  return suffix === "" ? name : `${name}-${suffix}`;
}

/** Routes of a role: "y" for creators, "c" for everybody else (specification, section 2). */
export function routePrefix(role: Role): "y" | "c" {
  return role === "YOUTUBER" ? "y" : "c";
}

/** The address of a person's profile inside the app. */
export function profilePath(person: { role: Role; name: string }): string {
  return `/${routePrefix(person.role)}/profile/${encodeURIComponent(person.name)}`;
}

/** The address of a person's settings inside the app. */
export function settingsPath(person: { role: Role }): string {
  return `/${routePrefix(person.role)}/settings`;
}

/** The address of a profile picture or banner; empty where there is none. Served by the profiles room. */
export function pictureAddress(fileId: string | null): string {
  return fileId === null ? "" : `/api/v1/user/picture/${fileId}`;
}

/** Mean of the ratings received, 0 with none (decisions, "Profiles"). */
export function ratingOf(person: { ratingSum: number; ratingCount: number }): number {
  return person.ratingCount === 0 ? 0 : person.ratingSum / person.ratingCount;
}

export const sessionCookie = "reelay_session";
/** A session ends this long after it was last used (decisions, "People and roles"). */
export const sessionLength = 30 * day;
/** A session's use is written down at most this often. */
export const sessionTouchEvery = minute;
/** How long a socket token opens the realtime connection, while its session lives. */
export const socketTokenLength = 12 * hour;

/** How many tries a window (milliseconds) allows. */
export interface Limit {
  tries: number;
  window: number;
}
export interface AccountLimits {
  loginByEmail: Limit;
  loginByAddress: Limit;
  signupByAddress: Limit;
  googleByAddress: Limit;
}
export const accountLimits: AccountLimits = {
  loginByEmail: { tries: 10, window: 15 * minute },
  loginByAddress: { tries: 100, window: 15 * minute },
  signupByAddress: { tries: 100, window: hour },
  googleByAddress: { tries: 100, window: 15 * minute },
};

/** Most people that a search answers, and that it suggests before anything is typed. */
export const searchLimit = 20;
export const suggestionLimit = 8;
