import { randomUUID } from "node:crypto";
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";

import { AdapterError } from "#core/adapter-error.ts";

import { platformError, type PlatformErrorCode } from "../platform-error.ts";
import type { FileStore } from "../stored-videos.ts";

/** A folder that the operator allows, and the platform's name in errors. */
export interface Root {
  path: string;
  name: string;
}

const codeOfError = new Map<string, PlatformErrorCode>([
  ["ENOSPC", "storage_full"],
  ["EDQUOT", "storage_full"],
  ["EFBIG", "file_size"],
  ["EACCES", "destination_forbidden"],
  ["EPERM", "destination_forbidden"],
  ["EROFS", "destination_forbidden"],
]);

/** Prefix of this adapter's hidden files: unfinished ones, which are no videos. */
export const hiddenPrefix = ".reelay-";

/** Runs a call of the file system. Its errors become those of the platform; any other one may be temporary. */
export async function onDisk<T>({ name }: Root, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const code = systemCode(error);
    if (code === null || error instanceof AdapterError) throw error;
    throw platformError(codeOfError.get(code) ?? "unavailable", name, { detail: code, cause: error });
  }
}

/** The code of an error of the file system, such as `ENOENT`. */
function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** The result of a call, or null if the file does not exist. */
async function orMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return null;
    throw error;
  }
}

/** Throws `destination_missing` unless the root is a folder. */
async function requireRoot(root: Root): Promise<void> {
  const status = await onDisk(root, () => orMissing(stat(root.path)));
  if (!status?.isDirectory()) throw platformError("destination_missing", root.name);
}

/**
 * The absolute path of a file below the root, from its relative one. Throws `video_not_found` for any other, as for one with
 * `..`, and for one that a link leads out of the root.
 */
export async function pathIn(root: Root, relative: string): Promise<string> {
  const path = resolve(root.path, relative);
  const inside = path.startsWith(resolve(root.path) + sep);
  if (!inside || isAbsolute(relative) || relative.includes("\0")) throw outside(root);
  await requireRoot(root);
  const top = await onDisk(root, () => realpath(root.path));
  const folder = await onDisk(root, () => realpathOfNearest(dirname(path)));
  if (folder !== top && !folder.startsWith(top + sep)) throw outside(root);
  return path;
}

/** The real path of a folder, or of the nearest one above it that exists. */
async function realpathOfNearest(folder: string): Promise<string> {
  return (await orMissing(realpath(folder))) ?? realpathOfNearest(dirname(folder));
}

function outside({ name }: Root) {
  return platformError("video_not_found", name);
}

/** Creates a folder below the root, and checks that files can be written in it. */
export async function prepareFolder(root: Root, relative: string): Promise<void> {
  const file = await pathIn(root, join(relative, hiddenPrefix));
  await onDisk(root, async () => {
    await mkdir(dirname(file), { recursive: true });
    await access(dirname(file), constants.R_OK | constants.W_OK | constants.X_OK);
  });
}

/** Makes the names in a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The files below a root. */
export function createFolderFiles(root: Root, folder: string): FileStore {
  const statFile = async (key: string) => {
    const path = await pathIn(root, key);
    const status = await onDisk(root, () => orMissing(stat(path)));
    return status && !status.isDirectory() ? { key, bytes: status.size, changedAt: status.mtime } : null;
  };
  return {
    name: root.name,
    folder,
    stat: statFile,
    readText: async (key) => {
      const path = await pathIn(root, key);
      return (await onDisk(root, () => orMissing(readFile(path, "utf8")))) ?? "";
    },
    write: async (key, content) => {
      const path = await pathIn(root, key);
      await onDisk(root, () => writeWhole(path, content));
    },
    remove: async (keys) => {
      for (const key of keys) {
        const path = await pathIn(root, key);
        await onDisk(root, () => rm(path, { force: true }));
      }
    },
    list: async (prefix) => {
      const path = await pathIn(root, prefix);
      const names = (await onDisk(root, () => orMissing(readdir(dirname(path))))) ?? [];
      const start = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      const keys = names.filter((name) => name.startsWith(basename(path))).map((name) => start + name);
      const files = await Promise.all(keys.map(statFile));
      return files.filter((file) => file !== null);
    },
  };
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = join(dirname(path), `${hiddenPrefix}${randomUUID()}.tmp`);
  try {
    const handle = await open(unfinished, "wx");
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}
