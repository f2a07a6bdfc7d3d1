import { cutText } from "./graphemes.ts";

/** The name of a saved file: at most 150 characters and the extension, without characters that file systems refuse. */
export function savedFileName(name: string, extension: string): string {
  return `${cutText(name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, "_"), 150)}.${extension}`;
}
