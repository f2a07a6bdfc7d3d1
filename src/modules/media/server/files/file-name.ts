import path from "node:path";

/** The last segment of a path from the client, without control and formatting characters; at most 200 characters. */
export function safeFileName(given: string): string {
  const name = path.posix
    .basename(given.replaceAll("\\", "/"))
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
  return name.slice(-200) || "file";
}
