import path from "node:path";

/** The last part of whatever path a sender gave, without characters that control how text is shown. */
export function nameOf(given: string): string {
  const name = path.posix
    .basename(given.replaceAll("\\", "/"))
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
  return name.slice(-200) || "file";
}
