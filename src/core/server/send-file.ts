import { type FileHandle, open } from "node:fs/promises";
import type { ServerResponse } from "node:http";

import type { ByteRange } from "./byte-range.ts";
import type { RequestShare } from "./request-shares.ts";

/**
 * Bytes of one read, and the size of the buffer that each response uses. With 512 KiB a gigabyte takes 0.5 CPU seconds;
 * with a new buffer for each read it takes 0.8.
 */
const readBytes = 512 * 1024;

/** Interval at which the file is checked for deletion, in milliseconds. */
const defaultCheckEvery = 15_000;

/** Unused buffers that are kept for the next responses. */
const maxFreeBuffers = 64;
const freeBuffers: Buffer[] = [];

interface SendOptions {
  /** The share of the request, which has its turn. */
  share?: Pick<RequestShare, "pause" | "next"> | null;
  checkEvery?: number;
}

/** Writes a part of a file to a response whose head is written, and ends it (see `writeFilePart`). */
export async function sendFile(
  path: string,
  range: ByteRange,
  response: ServerResponse,
  options: SendOptions = {},
): Promise<void> {
  await writeFilePart(path, range, response, options);
  if (!response.destroyed) response.end();
}

/**
 * Writes a part of a file to a response whose head is written. A buffer is reused only after the operating system has taken its
 * content. Resolves as well when the client disconnects. Breaks the response off when the file is deleted meanwhile, because a
 * stalled client would otherwise keep its bytes on the disk.
 */
export async function writeFilePart(
  path: string,
  { start, end }: ByteRange,
  response: ServerResponse,
  { share = null, checkEvery = defaultCheckEvery }: SendOptions = {},
): Promise<void> {
  const file = await open(path);
  const checking = setInterval(() => void endIfDeleted(file, response), checkEvery);
  const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(readBytes);
  try {
    let position = start;
    while (position <= end && !response.destroyed) {
      const read = await fill(file, buffer, { start: position, end });
      // Slow clients don't keep others of their owner from reading.
      share?.pause();
      // The file was truncated meanwhile, so the declared length can't be sent.
      if (read === 0) response.destroy();
      else await writeBytes(response, buffer.subarray(0, read));
      position += read;
      if (position <= end) await share?.next();
    }
    if (freeBuffers.length < maxFreeBuffers) freeBuffers.push(buffer);
  } finally {
    clearInterval(checking);
    await file.close();
  }
}

async function endIfDeleted(file: FileHandle, response: ServerResponse): Promise<void> {
  const { nlink } = await file.stat().catch(() => ({ nlink: 1 }));
  if (nlink === 0) response.destroy();
}

async function fill(file: FileHandle, buffer: Buffer, { start, end }: ByteRange): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - start + 1), start);
  return bytesRead;
}

/** Resolves when the operating system has taken the bytes, or the connection is closed. */
export function writeBytes(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(bytes, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}
