import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { syncFolder } from "#adapters/object-storage/disk-folders.ts";

/** Makes the entries of a folder and all folders below survive power loss. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}
