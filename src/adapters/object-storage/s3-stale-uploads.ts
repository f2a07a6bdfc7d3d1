import type { Bucket, PartedUpload } from "./s3-bucket.ts";
import { unlessGone } from "./s3-writing.ts";
import type { SweptBefore } from "./storage.ts";

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
 * Removes unfinished writings that nobody has touched: resumable ones, which have a note, and those that no note
 * knows (a `put`'s, and where a crash has kept the note from being written), which nobody can take up again. An upload
 * that is old but still grows is touched by its note or its newest part.
 */
export async function sweepUploads(
  bucket: Bucket,
  folders: { objects: string; notes: string },
  before: SweptBefore,
): Promise<void> {
  const kept = new Set<string>();
  await forEach(bucket.list(folders.notes), async ({ key, modified }) => {
    const note = await unlessGone(bucket.head(key));
    if (!note) return;
    const uploadId = note.metadata["upload-id"] ?? "";
    const upload = { key: folders.objects + key.slice(folders.notes.length), uploadId };
    if (modified >= before.resumable || (await unlessGone(touchedSince(bucket, upload, before.resumable)))) {
      kept.add(uploadId);
      return;
    }
    await bucket.abortUpload(upload);
    await bucket.remove(key);
  });
  await forEach(bucket.uploads(folders.objects), async ({ begun, ...upload }) => {
    if (kept.has(upload.uploadId) || begun >= before.puts) return;
    if (await unlessGone(touchedSince(bucket, upload, before.puts))) return;
    await bucket.abortUpload(upload);
  });
}
