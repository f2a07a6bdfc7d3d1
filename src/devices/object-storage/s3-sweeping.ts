import type { Bucket, PartedUpload } from "./s3-bucket.ts";
import { unlessGone } from "./s3-writing.ts";

/** How many small requests run side by side. */
const together = 8;

/** Does `work` for each item, a few at a time. */
export async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < together) continue;
    await Promise.all(batch.map(work));
    batch = [];
  }
  await Promise.all(batch.map(work));
}

/** Whether a part has been stored since `moment`. */
async function touchedSince(bucket: Bucket, upload: PartedUpload, moment: Date): Promise<boolean> {
  for await (const part of bucket.parts(upload)) if (part.modified >= moment) return true;
  return false;
}

/**
 * Removes unfinished writings that nobody has touched since `before`, whether a note knows them or a crash has kept
 * it from being written. An upload that is old but still grows is touched by its note or its newest part.
 */
export async function sweepUploads(
  bucket: Bucket,
  folders: { objects: string; notes: string },
  before: Date,
): Promise<void> {
  const kept = new Set<string>();
  await forEach(bucket.list(folders.notes), async ({ key, modified }) => {
    const note = await unlessGone(bucket.head(key));
    if (!note) return;
    const uploadId = note.metadata["upload-id"] ?? "";
    const upload = { key: folders.objects + key.slice(folders.notes.length), uploadId };
    if (modified >= before || (await unlessGone(touchedSince(bucket, upload, before)))) {
      kept.add(uploadId);
      return;
    }
    await bucket.abortUpload(upload);
    await bucket.remove(key);
  });
  await forEach(bucket.uploads(folders.objects), async ({ begun, ...upload }) => {
    if (kept.has(upload.uploadId) || begun >= before) return;
    if (await unlessGone(touchedSince(bucket, upload, before))) return;
    await bucket.abortUpload(upload);
  });
}
