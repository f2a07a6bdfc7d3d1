import { finished, Readable } from "node:stream";

import type { Bucket } from "./s3-bucket.ts";
import { transferBytes } from "./storage.ts";

/** Consecutive reconnects without receiving a byte. */
const maxRetries = 3;

/**
 * Streams an object. Reconnects when the connection breaks, for example after a player paused for long; fails
 * if the content has changed since.
 */
export async function readObject(
  bucket: Bucket,
  key: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  const first = await bucket.get(key, range);
  const etag = first.etag;
  let at = range?.start ?? 0;
  const end = at + first.bytes;
  let { body } = first;
  let failures = 0;

  const stream = new Readable({
    highWaterMark: transferBytes,
    read: () => void body.resume(),
    destroy: (error, done) => {
      body.destroy();
      done(error);
    },
  });

  const forward = (next: Readable): void => {
    body = next;
    body.on("data", (chunk: Buffer) => {
      at += chunk.length;
      failures = 0;
      if (!stream.push(chunk)) body.pause();
    });
    finished(body, (cause) => {
      if (at >= end) stream.push(null);
      else if (!stream.destroyed) void resume(cause);
    });
  };

  const resume = async (cause: unknown): Promise<void> => {
    try {
      if (++failures > maxRetries) throw bucket.toStorageError(cause, key);
      const rest = await bucket.get(key, { start: at, end: end - 1, etag });
      if (stream.destroyed) rest.body.destroy();
      else forward(rest.body);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };

  forward(first.body);
  return stream;
}
