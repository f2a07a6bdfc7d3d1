import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

import sharp from "sharp";

import { originKey } from "#testing/clip-key.ts";
import { keptFile } from "#testing/kept-file.ts";

/** SHA-256 of a file, in hex. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** SHA-256 of bytes, in hex. */
export function sha256Hex(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#2b3a44"/><circle cx="900" cy="300" r="160" fill="#ff7a3d"/></svg>`;

/** Path of a PNG thumbnail, 1280 × 720 pixels. */
export async function thumbnailFile(): Promise<string> {
  return keptFile("thumbnail.png", originKey(picture), (target) =>
    sharp(Buffer.from(picture)).png().toFile(target),
  );
}
