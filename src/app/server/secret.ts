import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { unlessMissing } from "#adapters/object-storage/disk-folders.ts";
import { createKeyring } from "#core/server/keyring.ts";

import { readOrCreate } from "./read-or-create.ts";

/** File with the generated secret of a data folder. */
export const secretFile = (dataFolder: string): string => join(dataFolder, "secret");

/** The configured secret, otherwise one generated once in the data folder, readable by its owner only. */
export async function applicationSecret(configured: string | null, dataFolder: string): Promise<string> {
  return configured ?? readOrCreate(secretFile(dataFolder), randomBytes(48).toString("base64url"));
}

/** The secret in use: the configured one, otherwise that of the data folder; null if there is none. */
export async function secretInUse(configured: string | null, dataFolder: string): Promise<string | null> {
  return configured ?? (await unlessMissing(readFile(secretFile(dataFolder), "utf8"), null));
}

/** Recognizes a secret without revealing it: a constant, authenticated with a key derived from the secret. */
export function digestOfSecret(secret: string): string {
  return createKeyring(secret).digest("backup.secret", "reelay");
}
