import { createWriteStream } from "node:fs";
import { finished, type Readable } from "node:stream";
import { finished as written } from "node:stream/promises";

import { transferBytes } from "./storage.ts";

export interface Poured {
  /** Bytes that were written. */
  bytes: number;
  ending: "complete" | "broken_off" | "too_large";
  cause?: unknown;
}

interface Target {
  path: string;
  /** Continue an existing file at this byte; a new file is made when absent. */
  start?: number;
  limit?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes `source` into a file and syncs it. Unlike `pipeline`, a source that fails does not take down the write side,
 * so everything that arrived is kept. Rejects only when the file can't be written.
 */
export async function pour(source: Readable, target: Target): Promise<Poured> {
  const file = createWriteStream(target.path, {
    flags: target.start === undefined ? "wx" : "r+",
    start: target.start ?? 0,
    highWaterMark: transferBytes,
    flush: true,
  });
  const limit = target.limit ?? Number.POSITIVE_INFINITY;
  let bytes = 0;
  const { promise: ended, resolve, reject } = Promise.withResolvers<Omit<Poured, "bytes">>();

  const take = (chunk: Uint8Array | string) => {
    const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (bytes + piece.length > limit) {
      stop();
      resolve({ ending: "too_large" });
      return;
    }
    bytes += piece.length;
    if (!file.write(piece)) source.pause();
  };
  const goOn = () => source.resume();
  const interrupt = () => resolve({ ending: "broken_off", cause: target.signal?.reason });
  const stop = () => {
    source.off("data", take);
    source.pause();
  };

  // Left on the source for good: an error that comes after we stopped listening must not end the process.
  finished(source, { writable: false }, (cause) =>
    resolve(cause ? { ending: "broken_off", cause } : { ending: "complete" }),
  );
  file.on("drain", goOn);
  file.on("error", reject);
  target.signal?.addEventListener("abort", interrupt);
  if (target.signal?.aborted) interrupt();
  else source.on("data", take);

  try {
    const { ending, cause } = await ended;
    stop();
    file.end();
    await written(file);
    return { bytes, ending, cause };
  } finally {
    stop();
    file.off("drain", goOn);
    target.signal?.removeEventListener("abort", interrupt);
  }
}
