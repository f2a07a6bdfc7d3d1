import { isDeepStrictEqual } from "node:util";

import type { Database, Transaction } from "#core/server/database.ts";

import type { Identity } from "./identity.ts";
import { installation, type StoreIdentity } from "./tables.ts";

/** Names of places in messages to the operator. */
interface Places {
  filesFolder: string;
  /** File with the generated secret; null if APP_SECRET is set. */
  secretFile: string | null;
}

/**
 * Throws an error that names the settings in which this process differs from the others on the database `db`. The first
 * process records its own; of several that start at the same time, one is the first.
 */
export async function requireSameInstallation(db: Database, own: Identity, places: Places): Promise<void> {
  const { secretDigest, store } = own;
  if (store) await db.insert(installation).values({ secretDigest, store }).onConflictDoNothing();
  const [recorded] = await db.select().from(installation);
  if (!recorded) return;
  const differences: string[] = [];
  if (recorded.secretDigest !== secretDigest) differences.push(secretDifference(places));
  if (store && !isDeepStrictEqual(recorded.store, store)) {
    differences.push(storeDifference(recorded.store, store, places));
  }
  if (!store && recorded.store.kind === "bucket") {
    differences.push(storeDifference(recorded.store, { kind: "folder", id: "" }, places));
  }
  if (differences.length === 0) return;
  throw new Error(
    `All processes that share a database need the same secret and the same files.\n\n${differences.join("\n\n")}\n\n` +
      "If you have changed this on purpose, stop all processes and run `npm run accept-settings` with the new settings. " +
      'See "Changing the secret or the file store" in docs/operating.md.',
  );
}

/** Makes `own` the identity that all processes must have. */
export async function recordInstallation(
  tx: Transaction | Database,
  own: { secretDigest: string; store: StoreIdentity },
): Promise<void> {
  const { secretDigest, store } = own;
  await tx
    .insert(installation)
    .values({ secretDigest, store })
    .onConflictDoUpdate({ target: installation.only, set: { secretDigest, store } });
}

function secretDifference({ secretFile }: Places): string {
  if (secretFile === null) {
    return "APP_SECRET is not the secret that this database is used with. Set it to the same value as in the other processes.";
  }
  return (
    `APP_SECRET is not set, and the secret generated in ${secretFile} is not the one that this database is used with. ` +
    "Set APP_SECRET to the value of the other processes; if it is not set there either, to the content of the file `secret` in their DATA_DIR."
  );
}

function storeDifference(recorded: StoreIdentity, own: StoreIdentity, { filesFolder }: Places): string {
  const used = `This database is used with files in ${describe(recorded, "another folder")}, but this process is set to ${describe(own, `the folder ${filesFolder}`)}.`;
  if (recorded.kind === "bucket") {
    return `${used} Set S3_BUCKET, S3_ENDPOINT and the other S3_ settings as in the other processes.`;
  }
  if (own.kind === "bucket") return `${used} Remove the S3_ settings.`;
  return `${used} Set DATA_DIR to the data folder of the other processes, mount their DATA_DIR/files there, or use an object store (S3_BUCKET).`;
}

function describe(store: StoreIdentity, folder: string): string {
  if (store.kind === "folder") return folder;
  return `the bucket ${store.bucket} of ${store.endpoint ?? "Amazon S3"}`;
}
