import { finished, Readable } from "node:stream";

import type { Bucket } from "./s3-bucket.ts";
import { asS3Failure } from "./s3-failures.ts";
import { transferBytes } from "./storage.ts";

/** How often reading is taken up again without a byte having come in between. */
const patience = 3;

/**
 * Reads an object. Goes on over a new connection where the old one breaks off, as it does when a player has paused for
 * long, but never into other content than it began with.
 */
export async function openReading(
  bucket: Bucket,
  bucketName: string,
  key: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  const first = await bucket.get(key, range);
  let { body } = first;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    let at = range?.start ?? 0;
    const end = at + first.bytes;
    for (let failures = 0; at < end;) {
      try {
        for await (const chunk of body) {
          const bytes: Uint8Array = chunk;
          failures = 0;
          at += bytes.length;
          yield bytes;
        }
        if (at < end) throw new Error("The answer ended early");
      } catch (error) {
        if (++failures > patience) throw asS3Failure(error, key, bucketName);
        ({ body } = await bucket.get(key, { start: at, end: end - 1, etag: first.etag }));
      }
    }
  }

  const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: transferBytes });
  // Even while it waits for its next chunk, a stream that nobody reads any more gives its connection up.
  finished(stream, () => body.destroy());
  return stream;
}
