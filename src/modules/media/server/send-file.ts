import { type FileHandle, open } from "node:fs/promises";
import type { ServerResponse } from "node:http";

import type { ByteRange } from "./byte-range.ts";

/**
 * Bytes of one read. Larger reads cost less processor time, and every reader that is being served holds one buffer: half
 * a mebibyte took 0.5 CPU seconds a gigabyte where a new buffer for each read took 0.8.
 */
const readBytes = 512 * 1024;

/** How often is looked whether the file still is one, in milliseconds. */
const usualLookEvery = 15_000;

/** Buffers that wait for the next reader; more are thrown away. */
const mostWaiting = 64;
const waiting: Buffer[] = [];

/**
 * Writes a part of a file into a response whose head is written, and ends it. A buffer is used again only when the
 * operating system has taken what was in it. A reader that leaves is no failure. A file that is deleted meanwhile is let
 * go, also for a reader that stands still: its bytes would lie on the disk for as long as that one likes.
 */
export async function sendFile(
  path: string,
  { start, end }: ByteRange,
  response: ServerResponse,
  lookEvery = usualLookEvery,
): Promise<void> {
  const file = await open(path);
  const looking = setInterval(() => void letGoIfDeleted(file, response), lookEvery);
  const buffer = waiting.pop() ?? Buffer.allocUnsafeSlow(readBytes);
  try {
    let position = start;
    while (position <= end && !response.destroyed) {
      const read = await fill(file, buffer, { start: position, end });
      // The file was cut meanwhile: what was promised can't come any more.
      if (read === 0) response.destroy();
      else await written(response, buffer.subarray(0, read));
      position += read;
    }
    if (waiting.length < mostWaiting) waiting.push(buffer);
    if (!response.destroyed) response.end();
  } finally {
    clearInterval(looking);
    await file.close();
  }
}

async function letGoIfDeleted(file: FileHandle, response: ServerResponse): Promise<void> {
  const { nlink } = await file.stat().catch(() => ({ nlink: 1 }));
  if (nlink === 0) response.destroy();
}

async function fill(file: FileHandle, buffer: Buffer, { start, end }: ByteRange): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - start + 1), start);
  return bytesRead;
}

/** Settles when the bytes have left, or can't any more because the connection is gone. */
function written(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(bytes, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}
