import { createHash } from "node:crypto";

import { type ZipLayout, zipFormatVersion } from "./zip.ts";

/**
 * Strong entity tag of an archive, without quotes: SHA-256 of its entries and the version of the format, which together
 * determine its bytes. `file` has to name content that never changes.
 */
export function zipEntityTag({ members }: ZipLayout): string {
  const hash = createHash("sha256").update(`${zipFormatVersion}\n`);
  for (const { entry } of members) {
    const { file, path, bytes, crc32, modified } = entry;
    hash.update(`${JSON.stringify([file, path, bytes, crc32, modified.getTime()])}\n`);
  }
  return hash.digest("base64url");
}
