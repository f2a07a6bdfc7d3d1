import { mkdir, open, readdir, rmdir, stat } from "node:fs/promises";
import path from "node:path";

/** The system error code (`ENOENT`), or "" if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Resolves with `fallback` if `work` fails because a file or folder is missing. */
export async function unlessMissing<T>(work: Promise<T>, fallback: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(errorCode(error))) return fallback;
    throw error;
  }
}

/** Makes a folder's entries durable. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its missing parents, durably, accessible for their owner only. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}

/** More than other uploads can empty the same folder meanwhile. */
const maxTries = 10;

/** Creates a folder and does `work` in it, again if the folder is removed in between because it is empty. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      await makeFolder(folder);
      return await work();
    } catch (error) {
      if (errorCode(error) !== "ENOENT" || tries === maxTries) throw error;
    }
  }
}

/** Removes empty folders from `folder` upwards, stopping below `root`. */
export async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let at = folder; at.startsWith(root + path.sep); at = path.dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

export interface FoundFile {
  /** Relative to the start folder, with `/` as separator. */
  name: string;
  bytes: number;
  modified: Date;
}

/** Files below a folder, ordered by name. Files removed meanwhile are left out. */
export async function* walkFiles(folder: string, prefix = ""): AsyncGenerator<FoundFile> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
  // Folders are ordered with a trailing slash, as in the keys of their files.
  const order = (entry: (typeof entries)[number]) => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  for (const entry of entries.sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walkFiles(at, `${prefix}${entry.name}/`);
      continue;
    }
    const stats = await unlessMissing(stat(at), null);
    if (stats?.isFile()) yield { name: prefix + entry.name, bytes: stats.size, modified: stats.mtime };
  }
}
