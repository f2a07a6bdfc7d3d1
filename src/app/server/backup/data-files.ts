import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { type FoundFile, unlessMissing, walk } from "#adapters/object-storage/disk-folders.ts";

/** Marks a data folder whose restore has not ended. */
export const markerName = "restore-unfinished";

/** The database has a way of its own into the backup; the rest is worthless after a restart. */
const skipped = new Set(["postgres", "scratch", markerName, "lost+found"]);
const isTemporary = (path: string) => path.startsWith("files/incoming/");
const isSandboxDatabase = (path: string) => /^sandbox\/[^/]+\.sqlite(-wal|-shm|-journal)?$/.test(path);

/** Files of the data folder that a backup copies as they are. Links at its top level are followed. */
export async function* listDataFiles(dataFolder: string): AsyncGenerator<FoundFile> {
  for (const entry of (await unlessMissing(readdir(dataFolder), [])).sort()) {
    if (skipped.has(entry)) continue;
    const at = join(dataFolder, entry);
    const facts = await unlessMissing(stat(at), null);
    if (facts?.isFile()) yield { name: entry, bytes: facts.size, modified: facts.mtime };
    if (!facts?.isDirectory()) continue;
    for await (const file of walk(at, `${entry}/`)) {
      if (!isTemporary(file.name) && !isSandboxDatabase(file.name)) yield file;
    }
  }
}

/** Paths of the sandbox platform's SQLite databases below the data folder. */
export async function listSandboxDatabases(dataFolder: string): Promise<string[]> {
  const names = await unlessMissing(readdir(join(dataFolder, "sandbox")), []);
  return names.filter((name) => name.endsWith(".sqlite")).map((name) => `sandbox/${name}`);
}
