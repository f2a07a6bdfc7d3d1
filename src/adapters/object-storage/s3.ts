import { Readable } from "node:stream";

import { openBucket, type S3Settings } from "./s3-bucket.ts";
import { createLending } from "./s3-local-copies.ts";
import { putStream } from "./s3-putting.ts";
import { openReading } from "./s3-reading.ts";
import { forEach, sweepUploads } from "./s3-stale-uploads.ts";
import { createS3Writing, unlessGone } from "./s3-writing.ts";
import { brokenOff, checkKey, missing, type ObjectStorage, tooLarge } from "./storage.ts";

/** The bucket is laid out as the disk store's folder is, so that one can be copied into the other. */
const folders = { objects: "objects/", notes: "unfinished/" };

/**
 * An object store in an S3 bucket, which must exist. Copies that programs need as files lie in `scratchFolder` while
 * they are lent.
 */
export function createS3Storage(settings: S3Settings & { scratchFolder: string }): ObjectStorage {
  const bucket = openBucket(settings);
  const at = {
    object: (key: string) => folders.objects + checkKey(key),
    note: (key: string) => folders.notes + checkKey(key),
  };
  const below = (base: string, folder: string) => (folder === "" ? base : `${base}${checkKey(folder)}/`);
  const lend = createLending(settings.scratchFolder);

  const storage: ObjectStorage = {
    async put(key, source, options = {}) {
      const { maxBytes, signal } = options;
      if (source instanceof Readable) {
        return putStream(bucket, at.object(key), source, options).catch((error: unknown) => {
          throw bucket.failure(error, key);
        });
      }
      if (signal?.aborted) throw brokenOff(key, signal.reason);
      if (maxBytes !== undefined && source.length > maxBytes) throw tooLarge(maxBytes);
      await bucket.put(at.object(key), source);
      return { bytes: source.length };
    },

    read: async (key, range) => openReading(bucket, at.object(key), range),

    async stat(key) {
      const found = await unlessGone(bucket.head(at.object(key)));
      return found && { bytes: found.bytes, etag: found.etag.replaceAll(/[^\w.-]/g, "") };
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
      for await (const { key, ...facts } of bucket.list(below(folders.objects, folder))) {
        yield { key: key.slice(folders.objects.length), ...facts };
      }
    },

    sweep: (before) => sweepUploads(bucket, folders, before),

    resumable: createS3Writing(bucket, at),

    async asFile(key, use) {
      const facts = await storage.stat(key);
      if (!facts) throw missing(key);
      return lend(`${key} ${facts.etag}`, () => storage.read(key), use);
    },

    localPath: () => null,
    freeBytes: async () => null,
    ready: () =>
      bucket.put("ready", new Uint8Array()).then(
        () => true,
        () => false,
      ),
  };
  return storage;
}
