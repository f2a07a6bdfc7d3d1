import { savedFileName } from "#core/file-name.ts";

/** A name of an exported file without characters that file systems refuse: `Night ferry, YouTube, days.csv`. */
export function exportName(extension: "csv" | "png", ...parts: readonly string[]): string {
  return savedFileName(parts.join(", "), extension);
}
