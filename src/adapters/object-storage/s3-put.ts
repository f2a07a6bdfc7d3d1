import type { Readable } from "node:stream";

import { copyStream } from "./copy-stream.ts";
import type { Bucket, MultipartUpload } from "./s3-bucket.ts";
import { createPartSink, partBytes } from "./s3-parts.ts";
import { brokenOff, tooLarge } from "./storage.ts";

/**
 * Stores a stream of unknown length as one object, in one call if it fits into a part, otherwise as a
 * multipart upload. The object appears when it is complete.
 */
export async function putStream(
  bucket: Bucket,
  key: string,
  source: Readable,
  options: { maxBytes?: number; signal?: AbortSignal },
): Promise<{ bytes: number }> {
  const { maxBytes: limit, signal } = options;
  const stored: { number: number; etag: string }[] = [];
  let upload: MultipartUpload | undefined;
  const store = async (number: number, part: Uint8Array): Promise<void> => {
    upload ??= await bucket.beginUpload(key);
    stored.push({ number, etag: await bucket.putPart(upload, number, part) });
  };
  try {
    const parts = createPartSink(partBytes(limit), store);
    const copied = await copyStream(source, parts.sink, { limit, signal });
    if (copied.ending === "too_large") throw tooLarge(limit ?? 0);
    if (copied.ending === "broken_off") throw brokenOff(key, copied.cause);
    const rest = parts.rest();
    if (!upload) await bucket.put(key, rest);
    else {
      if (rest.length > 0) await store(parts.next(), rest);
      await bucket.completeUpload(upload, stored);
    }
    return { bytes: copied.bytes };
  } catch (error) {
    // If this fails, `sweep` aborts the upload later.
    if (upload) await bucket.abortUpload(upload).catch(() => undefined);
    throw error;
  }
}
