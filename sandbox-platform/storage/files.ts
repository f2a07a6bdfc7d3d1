import { createHash } from "node:crypto";
import { closeSync, createReadStream, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";

export interface Folders {
  /** Bytes of uploads, one file for each session; a finished video keeps the file of its session. */
  uploads: string;
  thumbnails: string;
}

/** Makes the folders of the sandbox, readable by the owner only. */
export function makeFolders(dataFolder: string): Folders {
  const folders = { uploads: join(dataFolder, "uploads"), thumbnails: join(dataFolder, "thumbnails") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folders;
}

export function createEmptyFile(path: string): void {
  closeSync(openSync(path, "wx", 0o600));
}

/** Size in bytes, 0 for a file that is not there. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part as Uint8Array);
  return hash.digest("hex");
}

/** Whether bytes begin like a JPEG or a PNG. */
export function isPicture(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString("hex") === "ffd8" || bytes.subarray(1, 4).toString() === "PNG";
}
