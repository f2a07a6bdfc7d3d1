import type { Readable } from "node:stream";

import type { Bucket, PartedUpload } from "./s3-bucket.ts";
import { createPartSink, partBytes } from "./s3-parts.ts";
import { brokenOff, tooLarge } from "./storage.ts";
import { pour } from "./stream-copy.ts";

/**
 * Stores a stream of unknown length as one object: with one call when it fits into a part, else part by part. Nothing
 * of it can be seen before its end.
 */
export async function putStream(
  bucket: Bucket,
  key: string,
  source: Readable,
  options: { maxBytes?: number; signal?: AbortSignal },
): Promise<{ bytes: number }> {
  const { maxBytes: limit, signal } = options;
  const stored: { number: number; etag: string }[] = [];
  let upload: PartedUpload | undefined;
  const store = async (number: number, part: Uint8Array): Promise<void> => {
    upload ??= await bucket.beginUpload(key);
    stored.push({ number, etag: await bucket.putPart(upload, number, part) });
  };
  try {
    const parts = createPartSink(partBytes(limit), store);
    const poured = await pour(source, parts.sink, { limit, signal });
    if (poured.ending === "too_large") throw tooLarge(limit ?? 0);
    if (poured.ending === "broken_off") throw brokenOff(key, poured.cause);
    const rest = parts.rest();
    if (!upload) await bucket.put(key, rest);
    else {
      if (rest.length > 0) await store(parts.next(), rest);
      await bucket.completeUpload(upload, stored);
    }
    return { bytes: poured.bytes };
  } catch (error) {
    // What can't be removed now, the sweep finds.
    if (upload) await bucket.abortUpload(upload).catch(() => undefined);
    throw error;
  }
}
