import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { rm, stat, statfs, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";

import { copyStream } from "./copy-stream.ts";
import { asStorageError, fileSink, moveIntoPlace } from "./disk-files.ts";
import { errorCode, makeFolder, removeEmptyFolders, unlessMissing, walkFiles } from "./disk-folders.ts";
import { createDiskResumableUploads } from "./disk-resumable-upload.ts";
import {
  brokenOff,
  checkKey,
  missing,
  type ObjectStorage,
  StorageError,
  tooLarge,
  transferBytes,
} from "./storage.ts";

/** An object store in a local folder, created on the first write. */
export function createDiskStorage(folder: string): ObjectStorage {
  const root = path.resolve(folder);
  // On one file system, so that the rename of a finished file is atomic.
  const at = {
    objects: path.join(root, "objects"),
    unfinished: path.join(root, "unfinished"),
    incoming: path.join(root, "incoming"),
  };
  const objectFile = (key: string) => path.join(at.objects, checkKey(key));
  const objectFolder = (base: string, name: string) => (name === "" ? base : path.join(base, checkKey(name)));

  const storage: ObjectStorage = {
    async put(key, source, options = {}) {
      const file = objectFile(key);
      await makeFolder(at.incoming);
      const temporary = path.join(at.incoming, randomUUID());
      try {
        const stream = source instanceof Readable ? source : Readable.from([source]);
        const { maxBytes: limit, signal } = options;
        const copied = await copyStream(stream, fileSink(temporary), { limit, signal });
        if (copied.ending === "too_large") throw tooLarge(limit ?? 0);
        if (copied.ending === "broken_off") throw brokenOff(key, copied.cause);
        await moveIntoPlace(temporary, file);
        return { bytes: copied.bytes };
      } catch (error) {
        await rm(temporary, { force: true });
        throw asStorageError(error, key);
      }
    },

    async read(key, range) {
      const file = objectFile(key);
      if (!(await storage.stat(key))) throw missing(key);
      const stream = createReadStream(file, { ...range, highWaterMark: transferBytes });
      try {
        await once(stream, "open");
      } catch (error) {
        throw asStorageError(error, key);
      }
      return stream;
    },

    async stat(key) {
      const stats = await unlessMissing(stat(objectFile(key), { bigint: true }), null);
      if (!stats?.isFile()) return null;
      const etag = [stats.ino, stats.size, stats.mtimeNs].map((number) => number.toString(36)).join("-");
      return { bytes: Number(stats.size), etag };
    },

    async remove(key) {
      const file = objectFile(key);
      await unlessMissing(unlink(file), undefined);
      await removeEmptyFolders(path.dirname(file), at.objects);
    },

    async removeAll(name) {
      for (const base of [at.objects, at.unfinished]) {
        const target = objectFolder(base, name);
        if ((await unlessMissing(stat(target), null))?.isDirectory()) {
          await rm(target, { recursive: true, force: true });
          await removeEmptyFolders(path.dirname(target), base);
        }
      }
    },

    async *list(name) {
      const prefix = name === "" ? "" : `${checkKey(name)}/`;
      for await (const { name: rest, bytes, modified } of walkFiles(objectFolder(at.objects, name))) {
        yield { key: prefix + rest, bytes, modified };
      }
    },

    async sweep(before) {
      await removeOlderFiles(at.incoming, before.puts);
      await removeOlderFiles(at.unfinished, before.resumable);
    },

    resumable: createDiskResumableUploads(at),

    async asFile(key, use) {
      const file = objectFile(key);
      if (!(await storage.stat(key))) throw missing(key);
      return use(file);
    },

    localPath: objectFile,

    async freeBytes() {
      await makeFolder(root);
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },

    check: () => requireWritable(root, at.incoming),
  };
  return storage;
}

async function removeOlderFiles(base: string, before: Date): Promise<void> {
  for await (const { name, modified } of walkFiles(base)) {
    if (modified >= before) continue;
    const file = path.join(base, name);
    await rm(file, { force: true });
    await removeEmptyFolders(path.dirname(file), base);
  }
}

/** Throws `unavailable` if no file can be written to a folder of `root`. */
async function requireWritable(root: string, folder: string): Promise<void> {
  const probe = path.join(folder, randomUUID());
  try {
    await makeFolder(folder);
    await writeFile(probe, "ready");
  } catch (error) {
    const message = `The folder ${root} can't be written (${errorCode(error)}). Check its disk and permissions.`;
    throw new StorageError("unavailable", message, { cause: error });
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
