import { isBlank } from "#core/written-text.ts";
import { utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";

/** Limit of ext4, APFS and NTFS for a name, in UTF-8 bytes. */
export const maxNameBytes = 255;
/** Limit for a path, in UTF-8 bytes. */
export const maxPathBytes = 1024;

/** Reasons for which a path is refused, with cause and next step. */
export const pathProblems = {
  empty: "This file has no name. Give it one and choose it again.",
  blank: "This path has a name without visible characters. Rename it and choose it again.",
  absolute: "This path isn't relative to the chosen folder. Choose the folder again.",
  dots: "This path contains “.” or “..” as a folder. Choose the folder itself.",
  backslash: "This path contains a backslash, which is a separator on Windows. Rename the file or folder.",
  characters: "This path contains control characters or ones that change the writing direction. Rename it.",
  unicode: "This path contains characters that aren't valid Unicode. Rename the file or folder.",
  long_name: `This path has a name of more than ${maxNameBytes} bytes. Shorten it.`,
  long_path: `This path has more than ${maxPathBytes} bytes. Choose a folder closer to the file.`,
} as const;
export type PathProblem = keyof typeof pathProblems;

/**
 * Control characters, line separators, marks that embed or override the writing direction (UAX 9: U+202A to U+202E, U+2066 to
 * U+2069), and noncharacters that XML can't contain.
 */
const refusedCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

/**
 * A relative path as browsers report it (`webkitRelativePath`), with `/` between its parts, in the form in which it is stored:
 * Unicode NFC, because macOS writes accents apart. Everything else is refused instead of repaired, so that two files never get
 * the same path and users find their names again. A backslash is refused because nobody can tell whether it separates folders.
 */
export function cleanPath(text: string): { path: string } | { problem: PathProblem } {
  if (!text.isWellFormed()) return { problem: "unicode" };
  const path = text.normalize("NFC");
  const problem = findProblem(path);
  return problem === null ? { path } : { problem };
}

function findProblem(path: string): PathProblem | null {
  if (path === "") return "empty";
  if (path.includes("\\")) return "backslash";
  if (path.startsWith("/") || /^[a-z]:(?:\/|$)/i.test(path)) return "absolute";
  if (refusedCharacters.test(path)) return "characters";
  const parts = path.split("/");
  if (parts.includes("")) return "empty";
  if (parts.some((part) => part === "." || part === "..")) return "dots";
  if (parts.some(isBlank)) return "blank";
  if (parts.some((part) => utf8Bytes(part) > maxNameBytes)) return "long_name";
  return utf8Bytes(path) > maxPathBytes ? "long_path" : null;
}
