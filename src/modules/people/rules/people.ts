import { z } from "zod";

import { isReservedName } from "./reserved-names.ts";
import { isRestrictedInNames } from "./restricted-names.ts";

/** A chosen role in texts. */
export const roleNames = { YOUTUBER: "creator", EDITOR: "editor", NORMAL: undefined } as const;

/** A chosen role as it is written on screens. */
export const roleLabels = { YOUTUBER: "YouTuber", EDITOR: "editor", NORMAL: undefined } as const;

export const maxNameLength = 50;

/** Characters with a meaning in URLs (`/ ? # %`), invisible ones, and those that change the text direction. */
const forbiddenInNames = /[/?#%\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const forbiddenInNamesEverywhere = new RegExp(forbiddenInNames, "gu");

/** A name of 1 to 50 characters of any script, without `/ ? # %` and control characters. */
export const nameText = z
  .string("Name is required")
  .transform((name) => name.normalize("NFC").trim().replace(/\s+/gu, " "))
  .refine((name) => name.length > 0, { error: "Name is required", abort: true })
  .refine(
    (name) => [...name].length <= maxNameLength,
    `Use at most ${maxNameLength} characters for the name.`,
  )
  .refine((name) => !forbiddenInNames.test(name), "A name can't contain / ? # % or control characters.")
  .refine((name) => /[\p{L}\p{N}]/u.test(name), "A name needs at least one letter or digit.")
  .refine((name) => !isReservedName(nameKey(name)), "This name is reserved. Choose another one.");

/** The name folded for comparison, since names are unique in any case. */
export function nameKey(name: string): string {
  const visible = name
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "");
  return visible.trim().toUpperCase().toLowerCase();
}

/** A search query. */
export const searchText = z
  .string("Query is required. Send the name to search for as `query`.")
  .max(200)
  .transform((text) => [...text.replace(/\p{C}/gu, "").trim()].slice(0, maxNameLength).join(""));

/** Characters that a suffix and its hyphen may add to a first name. */
const maxSuffixLength = 13;

/** The first name of a user: the local part of their email. `suffix` makes it unique. */
export function nameFromEmail(email: string, suffix: string): string {
  const local = email.slice(0, email.lastIndexOf("@")).normalize("NFC");
  const characters = [...local.replace(forbiddenInNamesEverywhere, "").trim()];
  const allowed = characters.filter((character) => !isRestrictedInNames(character));
  const start = allowed
    .slice(0, maxNameLength - maxSuffixLength)
    .join("")
    .trim();
  const name = /[\p{L}\p{N}]/u.test(start) ? start : "person";
  return suffix === "" ? name : `${name}-${suffix}`;
}

/**
 * The first name of a user whose identity provider states their name: that name without invisible and forbidden
 * characters, cut to the maximum length. Null if nothing usable remains, or for letters that names can't have.
 */
export function nameFromProfile(given: string, suffix: string): string | null {
  const visible = given.normalize("NFC").replace(/\s+/gu, " ").replace(forbiddenInNamesEverywhere, "");
  const characters = [...visible.replace(/\p{Default_Ignorable_Code_Point}/gu, "").trim()];
  if (characters.some(isRestrictedInNames)) return null;
  const length = suffix === "" ? maxNameLength : maxNameLength - maxSuffixLength;
  const name = characters.slice(0, length).join("").trim();
  const parsed = nameText.safeParse(suffix === "" ? name : `${name}-${suffix}`);
  return parsed.success && /[\p{L}\p{N}]/u.test(name) ? parsed.data : null;
}

/** The path of a profile picture or banner, or an empty string. The profiles module serves it. */
export function pictureAddress(fileId: string | null): string {
  return fileId === null ? "" : `/api/v1/user/picture/${fileId}`;
}

/** The average rating, or 0 without ratings. */
export function averageRating(person: { ratingSum: number; ratingCount: number }): number {
  return person.ratingCount === 0 ? 0 : person.ratingSum / person.ratingCount;
}

/** Maximum number of results, and of suggestions for an empty query. */
export const searchLimit = 20;
export const suggestionLimit = 8;
