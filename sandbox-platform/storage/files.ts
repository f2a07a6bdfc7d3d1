import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
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
