import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import type { BaseLogger } from "pino";

import { unlessMissing } from "#adapters/object-storage/disk-folders.ts";
import { supervisePostgres } from "#adapters/postgres/supervise.ts";

import { hasOwnDatabase } from "../open-database.ts";
import { markerName } from "./data-files.ts";
import { isRestoreUnfinished } from "./restore-marker.ts";

/** Entries that a file system itself puts into a mounted folder. */
const ofTheDisk = "lost+found";

/** Throws where the data folder has files of anything but an unfinished restore. */
export async function requireEmptyFolder(dataFolder: string): Promise<void> {
  const entries = await unlessMissing(readdir(dataFolder), []);
  const existing = entries.find((entry) => entry !== ofTheDisk);
  if (existing === undefined || (await isRestoreUnfinished(dataFolder))) return;
  throw new Error(
    `${dataFolder} is not empty: it has ${existing}. Move it away (mv ${dataFolder} ${dataFolder}-before) or set DATA_DIR to a new folder.`,
  );
}

/** Deletes what an unfinished restore has left in the data folder, except for its marker. */
export async function removeUnfinishedRestore(dataFolder: string, log: BaseLogger): Promise<void> {
  if (!(await isRestoreUnfinished(dataFolder))) return;
  if (hasOwnDatabase(dataFolder)) {
    // It may still be running: it outlives a process that is killed.
    const postgres = await supervisePostgres({ folder: join(dataFolder, "postgres"), log });
    await postgres.stop();
  }
  for (const entry of await readdir(dataFolder)) {
    if (entry === markerName || entry === ofTheDisk) continue;
    await rm(join(dataFolder, entry), { recursive: true, force: true });
  }
}
