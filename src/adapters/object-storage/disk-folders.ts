import { mkdir, open, readdir, rmdir, stat } from "node:fs/promises";
import path from "node:path";

/** The system's error code of a failed call (`ENOENT`), or "" when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Resolves with `fallback` when `work` fails because a file or folder is not there. */
export async function unlessMissing<T>(work: Promise<T>, fallback: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(errorCode(error))) return fallback;
    throw error;
  }
}

/** Makes a folder's entries survive power loss. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and its missing parents, durably. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (!first) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
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
  /** Relative to where the walk started, with `/` between segments. */
  name: string;
  bytes: number;
  modified: Date;
}

/** Files below a folder in the order of their names; those that vanish on the way are left out. */
export async function* walk(folder: string, prefix = ""): AsyncGenerator<FoundFile> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
  // A folder sorts as its files' keys do: with the slash that follows its name.
  const order = (entry: (typeof entries)[number]) => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  for (const entry of entries.sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walk(at, `${prefix}${entry.name}/`);
      continue;
    }
    const facts = await unlessMissing(stat(at), null);
    if (facts?.isFile()) yield { name: prefix + entry.name, bytes: facts.size, modified: facts.mtime };
  }
}
