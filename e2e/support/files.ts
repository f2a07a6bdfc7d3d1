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

/** The same of bytes at hand. */
export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A thumbnail of the size that the platform recommends. */
export async function thumbnailFile(): Promise<string> {
  const folder = resolve(import.meta.dirname, "../../.cache/clips");
  await mkdir(folder, { recursive: true });
  const file = join(folder, "thumbnail.png");
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#2b3a44"/><circle cx="900" cy="300" r="160" fill="#ff7a3d"/></svg>`;
  // Journeys run side by side: one may be reading the picture while another draws it.
  const drawn = join(folder, `${randomUUID()}.png`);
  await writeFile(drawn, await sharp(Buffer.from(drawing)).png().toBuffer());
  await rename(drawn, file);
  return file;
}
