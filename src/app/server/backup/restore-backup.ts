import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

import { drizzle } from "drizzle-orm/node-postgres";
import type { BaseLogger } from "pino";

import { syncFolder } from "#adapters/object-storage/disk-folders.ts";
import { expectFinishedUploads } from "#modules/publishing/server/deliveries/queries.ts";

import type { Config } from "../config.ts";
import { readIdentity } from "../installation/identity.ts";
import { recordInstallation } from "../installation/require-same.ts";
import { withDatabase } from "../open-database.ts";
import { secretInUse } from "../secret.ts";
import { markerName } from "./data-files.ts";
import { removeUnfinishedRestore, requireEmptyFolder } from "./empty-data-folder.ts";
import { requireFreeSpace } from "./free-space.ts";
import { loadDatabase, requireEmptyDatabase } from "./load-database.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { createProgress } from "./progress.ts";
import { requireOwnSettings, requireOwnVersion } from "./require-compatible.ts";
import { requireStopped } from "./require-stopped.ts";
import { restoreFiles } from "./restore-files.ts";
import { markRestore } from "./restore-marker.ts";
import { syncFolders } from "./sync-folders.ts";
import { verifyParts } from "./verify.ts";

export interface RestoreOptions {
  root: string;
  config: Pick<Config, "dataFolder" | "databaseUrl" | "objectStore" | "appSecret" | "port" | "listenOn">;
  /** The folder of the backup. */
  source: string;
  say: (line: string) => void;
  log: BaseLogger;
  /** Ends the restore. The server does not start on what is there then; another restore begins again. */
  signal: AbortSignal;
}

/**
 * Restores a backup into an empty data folder and an empty database, after verifying all of it. Throws a message that
 * says what to do.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { root, config, say, log, signal } = options;
  const source = resolve(options.source);
  const dataFolder = resolve(root, config.dataFolder);
  const place = { databaseUrl: config.databaseUrl, dataFolder };
  const manifest = await readManifest(source);
  await requireOwnVersion(manifest, root);
  requireOwnSettings(manifest, config, await secretInUse(config.appSecret, join(source, "data")));
  await requireStopped(config);
  await requireEmptyFolder(dataFolder);
  if (config.databaseUrl) await withDatabase(place, { name: "reelay restore", log }, requireEmptyDatabase);

  const verifying = createProgress(say, "Verified", bytesBelow(manifest, ""));
  await verifyParts(source, manifest.parts, { progress: verifying, signal });
  verifying.end();

  await mkdir(dataFolder, { recursive: true });
  await removeUnfinishedRestore(dataFolder, log);
  await requireFreeSpace(dataFolder, spaceFor(manifest, config.databaseUrl === null));
  await markRestore(dataFolder);
  const filesProgress = createProgress(say, "Files", bytesBelow(manifest, "data/"));
  await restoreFiles({ source, dataFolder, progress: filesProgress, signal }, manifest.parts);
  filesProgress.end();
  const secret = (await secretInUse(config.appSecret, dataFolder)) ?? "";
  const identity = await readIdentity({
    secret,
    objectStore: config.objectStore,
    filesFolder: join(dataFolder, "files"),
  });
  const progress = createProgress(say, "Database", bytesBelow(manifest, "database/"));
  await withDatabase(place, { name: "reelay restore", log }, (client) =>
    loadDatabase(client, { root, source, manifest, say, progress, signal }, async () => {
      const db = drizzle({ client });
      await expectFinishedUploads(db, new Date());
      // The bucket may be a copy with another name.
      if (identity.store) await recordInstallation(db, { ...identity, store: identity.store });
    }),
  );
  progress.end();
  await syncFolders(dataFolder);
  await rm(join(dataFolder, markerName));
  await syncFolder(dataFolder);
  say(
    `Restored the backup of ${manifest.createdAt} (Reelay ${manifest.appVersion}). Start Reelay with npm start.`,
  );
}

function bytesBelow({ parts }: Manifest, folder: string): number {
  return parts.filter(({ path }) => path.startsWith(folder)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Rows take more space in tables with indexes than as text, and are written to the log as well. */
function spaceFor(manifest: Manifest, includesDatabase: boolean): number {
  return bytesBelow(manifest, "data/") + (includesDatabase ? 4 * bytesBelow(manifest, "database/") : 0);
}
