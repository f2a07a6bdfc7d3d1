import { cutText } from "#core/graphemes.ts";

/** A name of a CSV file without characters that file systems refuse. */
export function csvName(...parts: readonly string[]): string {
  const name = parts.join(", ").replace(/[\p{Cc}\\/:*?"<>|]+/gu, "_");
  return `${cutText(name, 150)}.csv`;
}
