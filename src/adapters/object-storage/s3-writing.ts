import { buffer } from "node:stream/consumers";

import { oneWriter } from "./one-writer.ts";
import type { Bucket, Part, PartedUpload } from "./s3-bucket.ts";
import { createPartSink, partBytes } from "./s3-parts.ts";
import { checkOffset, type ResumableWriting, StorageError, tooLarge } from "./storage.ts";
import { pour } from "./stream-copy.ts";

/** Where an unfinished object's note lies, and the object itself. */
export interface S3Places {
  object: (key: string) => string;
  note: (key: string) => string;
}

const nothing = new Uint8Array();
/** Parts between two notes: whoever asks for the count lists those after the note, which one body of hours may bring. */
const notedEvery = 8;

/**
 * Resumable writing as a multipart upload, known to every process by a note in the store
 * (docs/decisions/0013-uploads-in-an-object-store.md). The note's metadata names the upload, and a number of parts
 * with their bytes; its content is the tail: what came after those parts and fills none. Parts that are stored beyond
 * the note's number include the tail and make it void.
 */
export function createS3Writing(bucket: Bucket, at: S3Places): ResumableWriting {
  const alone = oneWriter(bucket.failure);

  /** What the store has of an unfinished object: its full parts, and whether the note's tail still follows them. */
  const stateOf = async (key: string, metadata: Record<string, string>, tailBytes: number) => {
    const upload: PartedUpload = { key: at.object(key), uploadId: metadata["upload-id"] ?? "" };
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

  const look = async (key: string) => {
    const note = await bucket.head(at.note(key));
    return stateOf(key, note.metadata, note.bytes);
  };

  /** The state together with the tail's bytes. */
  const open = async (key: string) => {
    const note = await bucket.get(at.note(key));
    const content = await buffer(note.body);
    const state = await stateOf(key, note.metadata, content.length);
    return { ...state, tail: state.tailCounts ? content : nothing };
  };

  const write = (key: string, { uploadId }: PartedUpload, parts: number, bytes: number, tail: Uint8Array) =>
    bucket.put(at.note(key), tail, { "upload-id": uploadId, parts: String(parts), bytes: String(bytes) });

  /** Makes the parts the object. A bucket that lists another sum than was received is not believed. */
  const complete = async (upload: PartedUpload, count: number, bytes: number): Promise<void> => {
    const parts: Part[] = [];
    for await (const part of bucket.parts(upload)) parts.push(part);
    const listed = parts.reduce((sum, part) => sum + part.bytes, 0);
    if (parts.length !== count || listed !== bytes) {
      const message = `The object store lists ${listed} of ${bytes} received bytes. Try again in a moment.`;
      throw new StorageError("unavailable", message);
    }
    await bucket.completeUpload(upload, parts);
  };

  return {
    begin: (key) =>
      alone(key, async () => {
        if (await unlessGone(look(key))) return;
        await write(key, await bucket.beginUpload(at.object(key)), 0, 0, nothing);
      }),

    received: async (key) => (await look(key)).received,

    append: (key, offset, source, options = {}) =>
      alone(key, async () => {
        const before = await open(key);
        checkOffset(offset, before.received);
        const { totalBytes: total, signal } = options;
        const store = async (number: number, part: Uint8Array) => {
          await bucket.putPart(before.upload, number, part);
          if (number % notedEvery > 0) return;
          const bytes = before.bytes + (number - before.parts) * part.length;
          await write(key, before.upload, number, bytes, nothing);
        };
        const gather = createPartSink(partBytes(total), store, before.parts + 1);
        await gather.take(before.tail);
        const limit = total === undefined ? undefined : total - offset;
        const poured = await pour(source, gather.sink, { limit, signal });
        const received = offset + poured.bytes;
        const tail = gather.rest();
        if (poured.bytes > 0) {
          await write(key, before.upload, gather.next() - 1, received - tail.length, tail);
        }
        if (poured.ending === "too_large") throw tooLarge(total ?? 0);
        return { received, complete: poured.ending === "complete" };
      }),

    finish: (key) =>
      alone(key, async () => {
        try {
          const { upload, parts, bytes, tail, received } = await open(key);
          if (received === 0) {
            await bucket.put(at.object(key), nothing);
            await bucket.abortUpload(upload);
          } else {
            if (tail.length > 0) await bucket.putPart(upload, parts + 1, tail);
            await complete(upload, tail.length > 0 ? parts + 1 : parts, bytes + tail.length);
          }
        } catch (error) {
          // An earlier call has finished it, perhaps without hearing so.
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

export function isMissing(error: unknown): boolean {
  return error instanceof StorageError && error.code === "missing";
}

export async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}
