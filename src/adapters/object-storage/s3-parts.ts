import { Writable } from "node:stream";

import { tooLarge, transferBytes } from "./storage.ts";

/** Maximum number of parts of an S3 object. */
export const maxParts = 10_000;
const mebibyte = 1024 * 1024;
const defaultPartBytes = 8 * mebibyte;
const unknownTotalPartBytes = 16 * mebibyte;

/**
 * Size in bytes of every part but the last, for an object of at most `totalBytes`. Depends only on the total,
 * so that another process can continue an upload: some stores require equal parts.
 */
export function partBytes(totalBytes: number | undefined): number {
  if (totalBytes === undefined) return unknownTotalPartBytes;
  return Math.max(defaultPartBytes, Math.ceil(totalBytes / maxParts / mebibyte) * mebibyte);
}

/**
 * Collects written data into parts of `size` bytes and stores them in sequence, each while the next one
 * fills: at most two parts are in memory. `rest` returns the data after the last full part.
 */
export function createPartSink(
  size: number,
  store: (number: number, part: Uint8Array) => Promise<unknown>,
  first = 1,
) {
  let filling: Buffer = Buffer.allocUnsafeSlow(size);
  let spare: Buffer | null = null;
  let filled = 0;
  let number = first;
  let storing: Promise<unknown> = Promise.resolve();

  const take = async (piece: Uint8Array): Promise<void> => {
    for (let at = 0; at < piece.length;) {
      const taken = Math.min(piece.length - at, size - filled);
      filling.set(piece.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < size) continue;
      await storing;
      if (number > maxParts) throw tooLarge(size * maxParts);
      storing = store(number++, filling);
      // Awaited before the next part or at the end.
      storing.catch(() => undefined);
      [filling, spare] = [spare ?? Buffer.allocUnsafeSlow(size), filling];
      filled = 0;
    }
  };

  const sink = new Writable({
    highWaterMark: transferBytes,
    write: (piece: Buffer, _encoding, done) => void callDone(take(piece), done),
    final: (done) => void callDone(storing, done),
  });
  return {
    sink,
    /** Adds the rest of an earlier upload. Call before writing. */
    take,
    /** Bytes after the last full part. Read when the sink has finished. */
    rest: (): Uint8Array => filling.subarray(0, filled),
    /** Part number of the rest. */
    next: () => number,
  };
}

/** Calls a stream's callback when `work` has ended. */
async function callDone(work: Promise<unknown>, done: (error?: Error) => void): Promise<void> {
  let failed: Error | undefined;
  try {
    await work;
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error));
  }
  done(failed);
}
