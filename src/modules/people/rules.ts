import { z } from "zod";

import type { Role } from "#core/permission.ts";

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

/** Most people that a search answers, and that it suggests before anything is typed. */
export const searchLimit = 20;
export const suggestionLimit = 8;
