import { finished, Readable } from "node:stream";

import type { Bucket } from "./s3-bucket.ts";
import { transferBytes } from "./storage.ts";

/** How often reading is taken up again without a byte having come in between. */
const patience = 3;

/**
 * Reads an object. Goes on over a new connection where the old one breaks off, as it does when a player has paused for
 * long, but never into other content than it began with.
 */
export async function openReading(
  bucket: Bucket,
  key: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  const first = await bucket.get(key, range);
  const etag = first.etag;
  let at = range?.start ?? 0;
  const end = at + first.bytes;
  let { body } = first;
  let defineErrors = 0;

  const stream = new Readable({
    highWaterMark: transferBytes,
    read: () => void body.resume(),
    destroy: (error, done) => {
      body.destroy();
      done(error);
    },
  });

  const follow = (next: Readable): void => {
    body = next;
    body.on("data", (chunk: Buffer) => {
      at += chunk.length;
      defineErrors = 0;
      if (!stream.push(chunk)) body.pause();
    });
    finished(body, (cause) => {
      if (at >= end) stream.push(null);
      else if (!stream.destroyed) void goOn(cause);
    });
  };

  const goOn = async (cause: unknown): Promise<void> => {
    try {
      if (++defineErrors > patience) throw bucket.failure(cause, key);
      const rest = await bucket.get(key, { start: at, end: end - 1, etag });
      if (stream.destroyed) rest.body.destroy();
      else follow(rest.body);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };

  follow(first.body);
  return stream;
}
