import { statfs } from "node:fs/promises";

import { formatBytes } from "#core/format-bytes.ts";

/** Throws where the disk of `folder`, which exists, has less than `bytes` bytes free. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Error(
    `About ${formatBytes(bytes)} are needed in ${folder}, but only ${formatBytes(free)} are free. ` +
      "Free some space or choose another disk.",
  );
}
