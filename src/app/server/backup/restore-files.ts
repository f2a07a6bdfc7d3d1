import { open } from "node:fs/promises";
import { join } from "node:path";

import type { Part } from "./manifest.ts";
import type { Progress } from "./progress.ts";
import { damaged } from "./verify.ts";
import { readStart, writePart } from "./write-part.ts";

const prefix = "data/";

interface Restoring {
  /** The folder of the backup. */
  source: string;
  dataFolder: string;
  progress: Progress;
  signal: AbortSignal;
}

/** Copies the files of the data folder out of the backup. Throws where a copy differs from its checksum. */
export async function restoreFiles(
  { source, dataFolder, progress, signal }: Restoring,
  parts: readonly Part[],
): Promise<void> {
  for (const { path, bytes, sha256 } of parts) {
    if (!path.startsWith(prefix)) continue;
    const handle = await open(join(source, path));
    const writing = { folder: dataFolder, progress, signal };
    const copy = await writePart(writing, path.slice(prefix.length), await readStart(handle, bytes));
    if (copy.sha256 !== sha256) throw damaged(path, "it changed while it was restored");
  }
}
