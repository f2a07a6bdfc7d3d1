import { Writable } from "node:stream";

import { tooLarge, transferBytes } from "./storage.ts";

/** What S3 allows: at most so many parts of one object. */
export const mostParts = 10_000;
const mebibyte = 1024 * 1024;
const usualPart = 8 * mebibyte;
const partOfUnknown = 16 * mebibyte;

/**
 * The size of every part but the last, in bytes, of an object of at most `totalBytes`. The same for the same total, so
 * that another process goes on as the first one began: some stores want equal parts.
 */
export function partBytes(totalBytes: number | undefined): number {
  if (totalBytes === undefined) return partOfUnknown;
  return Math.max(usualPart, Math.ceil(totalBytes / mostParts / mebibyte) * mebibyte);
}

/**
 * Gathers what is written into parts of `size` bytes and stores them one after the other, each while the next one
 * fills: two parts of memory at most. What fills no part is the `rest`.
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
      if (number > mostParts) throw tooLarge(size * mostParts);
      storing = store(number++, filling);
      // Awaited before the next part or at the end.
      storing.catch(() => undefined);
      [filling, spare] = [spare ?? Buffer.allocUnsafeSlow(size), filling];
      filled = 0;
    }
  };

  const sink = new Writable({
    highWaterMark: transferBytes,
    write: (piece: Buffer, _encoding, done) => void settle(take(piece), done),
    final: (done) => void settle(storing, done),
  });
  return {
    sink,
    /** Takes what was kept of an earlier rest; before anything is written. */
    take,
    /** Bytes after the last full part; to be read when the sink has finished. */
    rest: (): Uint8Array => filling.subarray(0, filled),
    /** The number of the part that the rest would be. */
    next: () => number,
  };
}

/** Tells a stream how its work has ended. */
async function settle(work: Promise<unknown>, done: (failure?: Error) => void): Promise<void> {
  let failure: Error | undefined;
  try {
    await work;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  done(failure);
}
