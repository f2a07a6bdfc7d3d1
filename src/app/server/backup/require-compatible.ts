import { BeforeFirstReleaseError } from "#adapters/postgres/migrate.ts";

import type { Config } from "../config.ts";
import { digestOfSecret } from "../secret.ts";
import { appVersion, isNewer } from "./app-version.ts";
import { installedJobsVersion } from "./jobs-schema.ts";
import type { Manifest } from "./manifest.ts";
import { readMigrations } from "./migrations.ts";

/**
 * Throws where the backup was made by a newer version than the one installed in `root`, or by one before the first release.
 */
export async function requireOwnVersion(manifest: Manifest, root: string): Promise<void> {
  const migrations = readMigrations(root).map(({ folderMillis }) => folderMillis);
  const applied = manifest.migrations.map(({ createdAt }) => createdAt);
  const first = Math.min(...migrations);
  const running = await appVersion(root);
  if (
    isNewer(manifest.appVersion, running) ||
    applied.some((at) => at > first && !migrations.includes(at)) ||
    (manifest.jobsVersion ?? 0) > installedJobsVersion()
  ) {
    throw new Error(
      `The backup was made by a newer Reelay (${manifest.appVersion}) than this one (${running}). Install that version or a newer one, then restore again.`,
    );
  }
  if (applied.length > 0 && !applied.includes(first)) throw new BeforeFirstReleaseError("backup");
}

/** Throws where the settings don't fit the backup: its files would not be found, or its tokens not be readable. */
export function requireOwnSettings(
  manifest: Manifest,
  config: Pick<Config, "objectStore" | "appSecret">,
  secret: string | null,
): void {
  const { objectStore } = manifest;
  if (objectStore && !config.objectStore) {
    throw new Error(
      `The backup's files are in the bucket ${objectStore.bucket}. Set S3_BUCKET and the other S3_ settings, then restore again.`,
    );
  }
  if (!objectStore && config.objectStore) {
    throw new Error(
      "The backup contains the files, but S3_BUCKET is set. Restore without S3_ settings; afterwards the files can be copied from DATA_DIR/files to the bucket.",
    );
  }
  if (secret !== null && digestOfSecret(secret) === manifest.secretDigest) return;
  throw new Error(
    config.appSecret
      ? "APP_SECRET is not the secret that the backup was made with. Set APP_SECRET to that secret, or leave it out if it was not set then."
      : "The backup was made with APP_SECRET set. Set it to the same secret, then restore again.",
  );
}
