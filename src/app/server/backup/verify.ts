import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";

import { unlessMissing } from "#adapters/object-storage/disk-folders.ts";

import type { Part } from "./manifest.ts";
import type { Progress } from "./progress.ts";

/** Reads every part of the backup in `source`. Throws on the first that is missing or differs from its checksum. */
export async function verifyParts(
  source: string,
  parts: readonly Part[],
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<void> {
  for (const { path, bytes, sha256 } of parts) {
    const file = join(source, path);
    const facts = await unlessMissing(stat(file), null);
    if (!facts) throw damaged(path, "it is missing");
    if (facts.size !== bytes) throw damaged(path, `it has ${facts.size} bytes instead of ${bytes}`);
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) {
      hash.update(chunk as Buffer);
      progress.add((chunk as Buffer).length);
    }
    if (hash.digest("hex") !== sha256) throw damaged(path, "its SHA-256 differs from the manifest's");
  }
}

export function damaged(path: string, reason: string): Error {
  return new Error(`The backup is damaged: ${path}: ${reason}. Nothing was restored. Choose another backup.`);
}
