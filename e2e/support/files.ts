import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";

import sharp from "sharp";

/** SHA-256 of a file, in hex. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** SHA-256 of bytes, in hex. */
export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Path of a PNG thumbnail, 1280 × 720 pixels. */
export async function thumbnailFile(): Promise<string> {
  const folder = resolve(import.meta.dirname, "../../.cache/clips");
  await mkdir(folder, { recursive: true });
  const file = join(folder, "thumbnail.png");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#2b3a44"/><circle cx="900" cy="300" r="160" fill="#ff7a3d"/></svg>`;
  // Tests run in parallel: write to a temporary file, so that no test reads a partial one.
  const temporary = join(folder, `${randomUUID()}.png`);
  await writeFile(temporary, await sharp(Buffer.from(svg)).png().toBuffer());
  await rename(temporary, file);
  return file;
}
