import { buffer } from "node:stream/consumers";

import { copyStream } from "./copy-stream.ts";
import type { Bucket, Part, MultipartUpload } from "./s3-bucket.ts";
import { isMissing, unlessGone } from "./s3-errors.ts";
import { createPartSink, partBytes } from "./s3-parts.ts";
import { singleWriter } from "./single-writer.ts";
import { checkOffset, type ResumableUploads, StorageError, tooLarge } from "./storage.ts";

/** Keys of an object and of the note about its upload. */
export interface S3KeyLayout {
  object: (key: string) => string;
  note: (key: string) => string;
}

const empty = new Uint8Array();
/**
 * Parts between two notes. `received` lists only the parts after the note, of which one long request can add
 * many.
 */
const partsPerNote = 8;

/**
 * Resumable uploads as multipart uploads, shared between processes by a note in the store
 * (docs/decisions/0014-uploads-in-an-object-store.md). The note's metadata contains the upload id, and a
 * number of parts with their bytes; its content is the tail, the bytes after those parts that fill none. If
 * more parts are stored than the note states, they include the tail, which is then ignored.
 */
export function createS3ResumableUploads(bucket: Bucket, at: S3KeyLayout): ResumableUploads {
  const exclusively = singleWriter(bucket.toStorageError);

  /** Stored parts of an unfinished object, and whether the note's tail still follows them. */
  const uploadState = async (key: string, metadata: Record<string, string>, tailBytes: number) => {
    const upload: MultipartUpload = { key: at.object(key), uploadId: metadata["upload-id"] ?? "" };
    const noted = { parts: Number(metadata["parts"]), bytes: Number(metadata["bytes"]) };
    let { parts, bytes } = noted;
    for await (const part of bucket.parts(upload, noted.parts)) {
      if (part.number !== parts + 1) break;
      parts++;
      bytes += part.bytes;
    }
    const tailCounts = parts === noted.parts && tailBytes > 0;
    return { upload, parts, bytes, tailCounts, received: tailCounts ? bytes + tailBytes : bytes };
  };

  const readState = async (key: string) => {
    const note = await bucket.head(at.note(key));
    return uploadState(key, note.metadata, note.bytes);
  };

  /** The state and the tail's bytes. */
  const readStateAndTail = async (key: string) => {
    const note = await bucket.get(at.note(key));
    const content = await buffer(note.body);
    const state = await uploadState(key, note.metadata, content.length);
    return { ...state, tail: state.tailCounts ? content : empty };
  };

  const writeNote = (
    key: string,
    { uploadId }: MultipartUpload,
    parts: number,
    bytes: number,
    tail: Uint8Array,
  ) => bucket.put(at.note(key), tail, { "upload-id": uploadId, parts: String(parts), bytes: String(bytes) });

  return {
    begin: (key) =>
      exclusively(key, async () => {
        if (await unlessGone(readState(key))) return;
        await writeNote(key, await bucket.beginUpload(at.object(key)), 0, 0, empty);
      }),

    received: async (key) => (await readState(key)).received,

    append: (key, offset, source, options = {}) =>
      exclusively(key, async () => {
        const before = await readStateAndTail(key);
        checkOffset(offset, before.received);
        const { totalBytes: total, signal } = options;
        const store = async (number: number, part: Uint8Array) => {
          await bucket.putPart(before.upload, number, part);
          if (number % partsPerNote > 0) return;
          const bytes = before.bytes + (number - before.parts) * part.length;
          await writeNote(key, before.upload, number, bytes, empty);
        };
        const partSink = createPartSink(partBytes(total), store, before.parts + 1);
        await partSink.take(before.tail);
        const limit = total === undefined ? undefined : total - offset;
        const copied = await copyStream(source, partSink.sink, { limit, signal });
        const received = offset + copied.bytes;
        const tail = partSink.rest();
        if (copied.bytes > 0) {
          await writeNote(key, before.upload, partSink.next() - 1, received - tail.length, tail);
        }
        if (copied.ending === "too_large") throw tooLarge(total ?? 0);
        return { received, complete: copied.ending === "complete" };
      }),

    finish: (key) =>
      exclusively(key, async () => {
        try {
          const { upload, parts, bytes, tail, received } = await readStateAndTail(key);
          if (received === 0) {
            await bucket.put(at.object(key), empty);
            await bucket.abortUpload(upload);
          } else {
            if (tail.length > 0) await bucket.putPart(upload, parts + 1, tail);
            await complete(bucket, upload, tail.length > 0 ? parts + 1 : parts, bytes + tail.length);
          }
        } catch (error) {
          // An earlier call may have finished it without receiving the response.
          if (!isMissing(error) || !(await unlessGone(bucket.head(at.object(key))))) throw error;
        }
        await bucket.remove(at.note(key));
      }),

    async abort(key) {
      const note = await unlessGone(bucket.head(at.note(key)));
      if (!note) return;
      await bucket.abortUpload({ key: at.object(key), uploadId: note.metadata["upload-id"] ?? "" });
      await bucket.remove(at.note(key));
    },
  };
}

/** Completes the upload. Fails if the store lists other sizes than were received. */
async function complete(
  bucket: Bucket,
  upload: MultipartUpload,
  count: number,
  bytes: number,
): Promise<void> {
  const parts: Part[] = [];
  for await (const part of bucket.parts(upload)) parts.push(part);
  const listed = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (parts.length !== count || listed !== bytes) {
    const message = `The object store lists ${listed} of ${bytes} received bytes. Try again in a moment.`;
    throw new StorageError("unavailable", message);
  }
  await bucket.completeUpload(upload, parts);
}
