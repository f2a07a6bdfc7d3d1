import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import { mediaError } from "../contract.ts";

/** Room that a sender leaves on the disk, in bytes, for the database and what preparation makes. */
const spareBytes = 256 * 1024 * 1024;

/** Throws `no_space` where `bytes` more have no room, so that nobody sends them in vain. */
export async function refuseWithoutRoom(
  storage: Pick<ObjectStorage, "freeBytes">,
  bytes: number,
): Promise<void> {
  const free = await storage.freeBytes();
  if (free !== null && free < bytes + spareBytes) throw mediaError("no_space");
}
