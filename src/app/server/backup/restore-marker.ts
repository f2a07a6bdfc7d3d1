import { open, stat } from "node:fs/promises";
import { join } from "node:path";

import { syncFolder, unlessMissing } from "#adapters/object-storage/disk-folders.ts";

import { markerName } from "./data-files.ts";

/** True from the beginning of a restore into the data folder until it has ended. */
export async function isRestoreUnfinished(dataFolder: string): Promise<boolean> {
  return (await unlessMissing(stat(join(dataFolder, markerName)), null)) !== null;
}

/** Throws where a restore into the data folder was interrupted: what is there is incomplete. */
export async function requireNoUnfinishedRestore(dataFolder: string): Promise<void> {
  if (!(await isRestoreUnfinished(dataFolder))) return;
  throw new Error(
    `A restore into ${dataFolder} has not finished. If it was interrupted, run \`npm run restore\` again.`,
  );
}

/** Marks the data folder durably. */
export async function markRestore(dataFolder: string): Promise<void> {
  const marker = await open(join(dataFolder, markerName), "w", 0o600);
  await marker.close();
  await syncFolder(dataFolder);
}
