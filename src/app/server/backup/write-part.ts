import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Part } from "./manifest.ts";
import type { Progress } from "./progress.ts";

const bufferBytes = 1024 * 1024;

/** Destination of parts, progress report and abort signal. */
export interface Writing {
  folder: string;
  progress: Progress;
  signal: AbortSignal;
}

/** Writes `source` to `path` below the folder, readable by its owner only and synced to the disk. */
export async function writePart(
  { folder, progress, signal }: Writing,
  path: string,
  source: Readable,
): Promise<Part> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        progress.add(chunk.length);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600, flush: true, highWaterMark: bufferBytes }),
    { signal },
  );
  return { path, bytes, sha256: hash.digest("hex") };
}

/** The first `bytes` bytes of an open file: what is appended meanwhile is left out. Closes it at the end. */
export async function readStart(handle: FileHandle, bytes: number): Promise<Readable> {
  if (bytes > 0) return handle.createReadStream({ start: 0, end: bytes - 1, highWaterMark: bufferBytes });
  await handle.close();
  return Readable.from([]);
}
