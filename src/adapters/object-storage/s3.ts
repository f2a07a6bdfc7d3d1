import { Readable } from "node:stream";

import { openBucket, type S3Settings } from "./s3-bucket.ts";
import { unlessGone } from "./s3-errors.ts";
import { createLocalCopies } from "./s3-local-copies.ts";
import { putStream } from "./s3-put.ts";
import { readObject } from "./s3-read.ts";
import { createS3ResumableUploads } from "./s3-resumable-upload.ts";
import { forEach, sweepUploads } from "./s3-stale-uploads.ts";
import { brokenOff, checkKey, missing, type ObjectStorage, tooLarge } from "./storage.ts";

/** The same layout as in the disk store, so that one can be copied to the other. */
const folders = { objects: "objects/", notes: "unfinished/" };

/**
 * An object store in an existing S3 bucket. Local copies for programs that need files are in `scratchFolder`.
 */
export function createS3Storage(settings: S3Settings & { scratchFolder: string }): ObjectStorage {
  const bucket = openBucket(settings);
  const at = {
    object: (key: string) => folders.objects + checkKey(key),
    note: (key: string) => folders.notes + checkKey(key),
  };
  const below = (base: string, folder: string) => (folder === "" ? base : `${base}${checkKey(folder)}/`);
  const withLocalCopy = createLocalCopies(settings.scratchFolder);

  const storage: ObjectStorage = {
    async put(key, source, options = {}) {
      const { maxBytes, signal } = options;
      if (source instanceof Readable) {
        return putStream(bucket, at.object(key), source, options).catch((error: unknown) => {
          throw bucket.toStorageError(error, key);
        });
      }
      if (signal?.aborted) throw brokenOff(key, signal.reason);
      if (maxBytes !== undefined && source.length > maxBytes) throw tooLarge(maxBytes);
      await bucket.put(at.object(key), source);
      return { bytes: source.length };
    },

    read: async (key, range) => readObject(bucket, at.object(key), range),

    async stat(key) {
      const head = await unlessGone(bucket.head(at.object(key)));
      return head && { bytes: head.bytes, etag: head.etag.replaceAll(/[^\w.-]/g, "") };
    },

    remove: async (key) => bucket.remove(at.object(key)),

    async removeAll(folder) {
      const notes = below(folders.notes, folder);
      await forEach(bucket.list(notes), ({ key }) =>
        storage.resumable.abort(key.slice(folders.notes.length)),
      );
      const objects = below(folders.objects, folder);
      await forEach(bucket.uploads(objects), bucket.abortUpload);
      await forEach(bucket.list(objects), ({ key }) => bucket.remove(key));
    },

    async *list(folder) {
      for await (const { key, ...stats } of bucket.list(below(folders.objects, folder))) {
        yield { key: key.slice(folders.objects.length), ...stats };
      }
    },

    sweep: (before) => sweepUploads(bucket, folders, before),

    resumable: createS3ResumableUploads(bucket, at),

    async asFile(key, use) {
      const stats = await storage.stat(key);
      if (!stats) throw missing(key);
      return withLocalCopy(`${key} ${stats.etag}`, () => storage.read(key), use);
    },

    localPath: () => null,
    freeBytes: async () => null,
    check: () => bucket.put("ready", new Uint8Array()),
  };
  return storage;
}
