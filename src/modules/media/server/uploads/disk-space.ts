import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { mediaError } from "#modules/media/contract.ts";

/** Free disk space that uploads must leave for the database and for renditions, in bytes. */
const reservedBytes = 256 * 1024 * 1024;

/** Throws `no_space` where the store can't take `bytes` more, before any of them are sent. */
export async function requireDiskSpace(
  storage: Pick<ObjectStorage, "freeBytes">,
  bytes: number,
): Promise<void> {
  const free = await storage.freeBytes();
  if (free !== null && free < bytes + reservedBytes) throw mediaError("no_space");
}
