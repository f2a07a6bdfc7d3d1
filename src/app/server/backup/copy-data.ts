import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";

import { type FoundFile, unlessMissing } from "#adapters/object-storage/disk-folders.ts";

import { listDataFiles, listSandboxDatabases } from "./data-files.ts";
import type { Part } from "./manifest.ts";
import { readStart, writePart, type Writing } from "./write-part.ts";

/** Copies of the data folder's files below `data/` in the backup. */
export interface DataCopies {
  /** Copies the files that are new or have changed since the last call. */
  copyChanged: () => Promise<void>;
  /** Copies the sandbox platform's databases as they are at this moment. */
  copySandbox: () => Promise<void>;
  parts: () => Part[];
}

export function createDataCopies(dataFolder: string, writing: Writing): DataCopies {
  const copied = new Map<string, { part: Part; seen: string }>();
  return {
    copyChanged: async () => {
      for await (const file of listDataFiles(dataFolder)) {
        const seen = `${file.bytes} ${file.modified.getTime()}`;
        if (copied.get(file.name)?.seen === seen) continue;
        const part = await copyFile(dataFolder, file, writing);
        if (part) copied.set(file.name, { part, seen });
      }
    },
    copySandbox: async () => {
      for (const name of await listSandboxDatabases(dataFolder)) {
        copied.set(name, { part: await copySqlite(dataFolder, name, writing), seen: "" });
      }
    },
    parts: () => [...copied.values()].map(({ part }) => part),
  };
}

/** Null where the file was deleted meanwhile. */
async function copyFile(dataFolder: string, file: FoundFile, writing: Writing): Promise<Part | null> {
  const from = join(dataFolder, file.name);
  // Opened first: a file that is deleted from here on is still read to its end.
  const handle = await unlessMissing(open(from), null);
  if (!handle) return null;
  const { size } = await handle.stat();
  return writePart(writing, `data/${file.name}`, await readStart(handle, size));
}

/** SQLite's online backup: complete also while the sandbox writes. */
async function copySqlite(dataFolder: string, name: string, writing: Writing): Promise<Part> {
  const path = `data/${name}`;
  const copy = join(writing.folder, `${path}.copying`);
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataFolder, name), { readOnly: true, timeout: 5000 });
  try {
    await backup(database, copy);
  } finally {
    database.close();
  }
  const handle = await open(copy);
  const { size } = await handle.stat();
  const part = await writePart(writing, path, await readStart(handle, size));
  await rm(copy);
  return part;
}
