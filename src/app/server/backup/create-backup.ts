import { mkdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

import type { Client } from "pg";
import type { BaseLogger } from "pino";

import { syncFolder, unlessMissing } from "#adapters/object-storage/disk-folders.ts";

import type { Config } from "../config.ts";
import { hasOwnDatabase, withDatabase } from "../open-database.ts";
import { digestOfSecret, secretInUse } from "../secret.ts";
import { appVersion } from "./app-version.ts";
import { jobsVersion, listMigrations, listSequences } from "./catalogue.ts";
import { createDataCopies } from "./copy-data.ts";
import { listDataFiles } from "./data-files.ts";
import { beginSnapshot, dumpTables } from "./dump-database.ts";
import { requireFreeSpace } from "./free-space.ts";
import { writeManifest } from "./manifest.ts";
import { createProgress } from "./progress.ts";
import { requireNoUnfinishedRestore } from "./restore-marker.ts";
import { syncFolders } from "./sync-folders.ts";

export interface BackupOptions {
  root: string;
  config: Pick<Config, "dataFolder" | "databaseUrl" | "objectStore" | "appSecret">;
  /** The folder to create. */
  target: string;
  say: (line: string) => void;
  log: BaseLogger;
  /** Ends the backup; nothing is left of it. */
  signal: AbortSignal;
}

/**
 * Backs up the database and the data folder into the folder `target`, also while Reelay runs. Until it is complete,
 * the folder is called `TARGET.partial`. Throws a message that says what to do.
 */
export async function createBackup(options: BackupOptions): Promise<void> {
  const { root, config, say, log } = options;
  const dataFolder = resolve(root, config.dataFolder);
  const target = resolve(options.target);
  const partial = `${target}.partial`;
  await requireNewTarget(target, partial, dataFolder);
  await requireNoUnfinishedRestore(dataFolder);
  const secret = await secretInUse(config.appSecret, dataFolder);
  if (secret === null || (config.databaseUrl === null && !hasOwnDatabase(dataFolder))) {
    throw new Error(`${dataFolder} has nothing to back up. Is DATA_DIR set to the folder that Reelay uses?`);
  }
  const place = { databaseUrl: config.databaseUrl, dataFolder };
  await withDatabase(place, { name: "reelay backup", log }, async (client) => {
    const { files, database } = await sizes(client, dataFolder);
    await requireFreeSpace(dirname(target), files + database);
    await mkdir(partial, { mode: 0o700 });
    try {
      await writeBackup(client, options, { dataFolder, partial, files, secret });
      await syncFolders(partial);
      await rename(partial, target);
      await syncFolder(dirname(target));
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
  });
  say(`Backup complete: ${target}`);
  if (config.objectStore) {
    say(
      `It does not contain the files in the bucket ${config.objectStore.bucket}. Back up the bucket as well.`,
    );
  }
}

async function requireNewTarget(target: string, partial: string, dataFolder: string): Promise<void> {
  const parent = await unlessMissing(realpath(dirname(target)), null);
  if (parent === null) {
    throw new Error(`The folder ${dirname(target)} does not exist. Create it or choose another target.`);
  }
  const data = await unlessMissing(realpath(dataFolder), dataFolder);
  if (`${join(parent, basename(target))}/`.startsWith(`${data}/`)) {
    throw new Error(`${target} is inside ${dataFolder}, which is backed up. Choose a target elsewhere.`);
  }
  for (const path of [target, partial]) {
    if (await unlessMissing(stat(path), null)) {
      const hint = path === partial ? " It was left by an interrupted backup, unless one is running." : "";
      throw new Error(`${path} already exists.${hint} Delete it or choose another target.`);
    }
  }
}

/** Bytes that the files have, and that the database has at most as text. */
async function sizes(client: Client, dataFolder: string): Promise<{ files: number; database: number }> {
  let files = 0;
  for await (const { bytes } of listDataFiles(dataFolder)) files += bytes;
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  return { files, database: Number(rows[0]?.bytes ?? 0) };
}

interface Started {
  dataFolder: string;
  partial: string;
  /** Estimated size of the files, in bytes. */
  files: number;
  secret: string;
}

/**
 * Files are copied before and after the snapshot of the database begins: a file that the server deletes meanwhile is in
 * the first copy, one that it adds in the second, so that every row of the snapshot finds its files.
 */
async function writeBackup(client: Client, options: BackupOptions, started: Started): Promise<void> {
  const { root, config, say, signal } = options;
  const { dataFolder, partial, secret } = started;
  const filesProgress = createProgress(say, "Files", started.files);
  const data = createDataCopies(dataFolder, { folder: partial, progress: filesProgress, signal });
  await data.copyChanged();

  await beginSnapshot(client);
  const createdAt = new Date().toISOString();
  await data.copySandbox();
  await data.copyChanged();
  filesProgress.end();
  const databaseProgress = createProgress(say, "Database", null);
  const { tables, parts } = await dumpTables(client, { folder: partial, progress: databaseProgress, signal });
  databaseProgress.end();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await writeManifest(partial, {
    appVersion: await appVersion(root),
    createdAt,
    postgresVersion: rows[0]?.server_version ?? "",
    migrations: await listMigrations(client),
    jobsVersion: await jobsVersion(client),
    secretDigest: digestOfSecret(secret),
    objectStore: config.objectStore && {
      endpoint: config.objectStore.endpoint,
      bucket: config.objectStore.bucket,
    },
    tables,
    // After the tables: a sequence does not follow the snapshot and must not lag behind its rows.
    sequences: await listSequences(client),
    parts: [...data.parts(), ...parts],
  });
}
