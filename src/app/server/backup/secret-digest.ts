import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { unlessMissing } from "#adapters/object-storage/disk-folders.ts";
import { createKeyring } from "#core/server/keyring.ts";

/** The secret in use: the configured one, else that of the data folder; null where there is none. */
export async function secretInUse(configured: string | null, dataFolder: string): Promise<string | null> {
  return configured ?? (await unlessMissing(readFile(join(dataFolder, "secret"), "utf8"), null));
}

/** Recognizes a secret without revealing it. */
export function digestOfSecret(secret: string): string {
  return createKeyring(secret).digest("backup.secret", "reelay");
}
