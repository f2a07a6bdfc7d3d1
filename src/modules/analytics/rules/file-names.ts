import { cutText } from "#core/graphemes.ts";

/** A name of an exported file without characters that file systems refuse: `Night ferry, YouTube, days.csv`. */
export function exportName(extension: "csv" | "png", ...parts: readonly string[]): string {
  const name = parts.join(", ").replace(/[\p{Cc}\\/:*?"<>|]+/gu, "_");
  return `${cutText(name, 150)}.${extension}`;
}
