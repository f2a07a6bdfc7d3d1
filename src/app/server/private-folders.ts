import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { errorCode } from "#adapters/object-storage/disk-folders.ts";

const onlyOwner = 0o700;
/** Others can reach folders inside whose names they know, but not list them. */
const othersPass = 0o711;
const inside = ["files", "scratch", "sandbox"];

/**
 * Creates the data folder and those of stored files, temporary files and the sandbox, accessible for their owner only, and
 * corrects the permissions of existing ones. Started by root, the bundled PostgreSQL (`ownDatabase`) runs under another
 * account, which has to pass through the data folder to its own.
 */
export async function makePrivateFolders(
  dataFolder: string,
  { ownDatabase, uid = process.getuid?.() }: { ownDatabase: boolean; uid?: number | undefined },
): Promise<void> {
  try {
    await makePrivate(dataFolder, ownDatabase && uid === 0 ? othersPass : onlyOwner);
    for (const name of inside) await makePrivate(join(dataFolder, name), onlyOwner);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATA_DIR is ${dataFolder}, which can't be used: ${reason}. Set it to a folder in which Reelay can create files.`,
      { cause: error },
    );
  }
}

async function makePrivate(folder: string, mode: number): Promise<void> {
  await makeFolder(folder, mode);
  if (((await stat(folder)).mode & 0o777) === mode) return;
  await chmod(folder, mode).catch((error: unknown) => {
    // A mounted volume can belong to another account.
    if (errorCode(error) !== "EPERM") throw error;
  });
}

/** Creates a folder and those above it. Node.js's own recursion never ends in file systems such as `/proc`. */
async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (errorCode(error) === "EEXIST" && (await stat(folder)).isDirectory()) return;
    const parent = dirname(folder);
    if (errorCode(error) !== "ENOENT" || (await isFolder(parent))) throw error;
    await makeFolder(parent, mode);
    await mkdir(folder, { mode });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Throws an error that names `PUBLISH_FOLDERS` if one of them is missing or no folder. */
export async function requirePublishFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    if (await isFolder(folder)) continue;
    throw new Error(
      `PUBLISH_FOLDERS names ${folder}, which is not a folder of this machine. Create it or remove it there.`,
    );
  }
}
