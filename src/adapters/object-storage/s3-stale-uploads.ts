import type { Bucket, MultipartUpload } from "./s3-bucket.ts";
import { unlessGone } from "./s3-errors.ts";
import type { StaleBefore } from "./storage.ts";

/** Number of concurrent requests. */
const concurrency = 8;

/** Calls `work` for each item, a few concurrently. */
export async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < concurrency) continue;
    await Promise.all(batch.map(work));
    batch = [];
  }
  await Promise.all(batch.map(work));
}

/** Whether a part was stored since `moment`. */
async function touchedSince(bucket: Bucket, upload: MultipartUpload, moment: Date): Promise<boolean> {
  for await (const part of bucket.parts(upload)) if (part.modified >= moment) return true;
  return false;
}

/**
 * Aborts stale unfinished uploads: resumable ones with a note, and those without (`put`, or a crash before
 * the note was written), which nothing can resume. The age of an upload is that of its note or its newest
 * part.
 */
export async function sweepUploads(
  bucket: Bucket,
  folders: { objects: string; notes: string },
  before: StaleBefore,
): Promise<void> {
  const activeUploads = new Set<string>();
  await forEach(bucket.list(folders.notes), async ({ key, modified }) => {
    const note = await unlessGone(bucket.head(key));
    if (!note) return;
    const uploadId = note.metadata["upload-id"] ?? "";
    const upload = { key: folders.objects + key.slice(folders.notes.length), uploadId };
    if (modified >= before.resumable || (await unlessGone(touchedSince(bucket, upload, before.resumable)))) {
      activeUploads.add(uploadId);
      return;
    }
    await bucket.abortUpload(upload);
    await bucket.remove(key);
  });
  await forEach(bucket.uploads(folders.objects), async ({ begun, ...upload }) => {
    if (activeUploads.has(upload.uploadId) || begun >= before.puts) return;
    if (await unlessGone(touchedSince(bucket, upload, before.puts))) return;
    await bucket.abortUpload(upload);
  });
}
