import { cutText } from "#core/graphemes.ts";

/** Longest name in UTF-16 code units: that of the usual file systems. */
const maxLength = 255;

/** Characters that no name has, and those that reverse the direction of the text, which disguises an extension. */
const deceptive = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * The name of a file from the client, unchanged except for characters that would make it unsafe: folders before it, control
 * characters, and what is longer than any file system allows. Its extension is kept.
 */
export function safeFileName(given: string): string {
  const last = given.slice(given.lastIndexOf("/") + 1).replace(/^[A-Za-z]:\\(?:.*\\)?/s, "");
  const name = last.toWellFormed().replace(deceptive, "");
  if (name.trim() === "" || name === "." || name === "..") return "file";
  if (name.length <= maxLength) return name;
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? "";
  return cutText(name.slice(0, name.length - extension.length), maxLength - extension.length) + extension;
}
