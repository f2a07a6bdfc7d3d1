import { chmod, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";

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
  await makePrivate(dataFolder, ownDatabase && uid === 0 ? othersPass : onlyOwner);
  for (const name of inside) await makePrivate(join(dataFolder, name), onlyOwner);
}

async function makePrivate(folder: string, mode: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode });
  if (((await stat(folder)).mode & 0o777) === mode) return;
  await chmod(folder, mode).catch((error: unknown) => {
    // A mounted volume can belong to another account.
    if (errorCode(error) !== "EPERM") throw error;
  });
}
