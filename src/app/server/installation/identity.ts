import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { S3Settings } from "#adapters/object-storage/s3-bucket.ts";

import { readOrCreate } from "../read-or-create.ts";
import { digestOfSecret } from "../secret.ts";
import type { installation, StoreIdentity } from "./tables.ts";

/** Values of a process for the check that all processes have the same secret and files. */
export type Identity = Pick<typeof installation.$inferSelect, "secretDigest"> & {
  /** Null if the folder of the files has no id and none can be written. */
  store: StoreIdentity | null;
};

/**
 * The identity of a process with this secret and file store. A folder gets an id in its file `store-id`, which is copied
 * with the files and is the same for all machines that mount it.
 */
export async function readIdentity(given: {
  secret: string;
  objectStore: Pick<S3Settings, "endpoint" | "bucket"> | null;
  filesFolder: string;
}): Promise<Identity> {
  const secretDigest = digestOfSecret(given.secret);
  if (given.objectStore) {
    const { endpoint, bucket } = given.objectStore;
    return { secretDigest, store: { kind: "bucket", endpoint, bucket } };
  }
  const id = await readOrCreate(join(given.filesFolder, "store-id"), randomUUID()).catch(() => null);
  return { secretDigest, store: id === null ? null : { kind: "folder", id } };
}
