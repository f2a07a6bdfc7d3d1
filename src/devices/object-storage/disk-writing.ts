import { open, rm, stat } from "node:fs/promises";
import path from "node:path";

import { asStorageFailure, moveIntoPlace } from "./disk-files.ts";
import { errorCode, makeFolder, removeEmptyFolders, unlessMissing } from "./disk-folders.ts";
import { pour } from "./pour.ts";
import { checkKey, missing, type ResumableWriting, StorageFailure, tooLarge } from "./storage.ts";

/** Resumable writing into one growing file per key, whose size is the count of received bytes. */
export function createDiskWriting(at: { objects: string; unfinished: string }): ResumableWriting {
  const writing = new Set<string>();
  const growing = (key: string) => path.join(at.unfinished, checkKey(key));

  const sizeOf = async (key: string) => {
    const facts = await unlessMissing(stat(growing(key)), null);
    if (!facts) throw missing(key);
    return facts.size;
  };

  /** Runs `work` as the only writer of `key` in this process. */
  const alone = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (writing.has(key)) {
      throw new StorageFailure(
        "busy",
        "Another connection is still sending this file. Try again in a moment.",
      );
    }
    writing.add(key);
    try {
      return await work();
    } catch (error) {
      throw asStorageFailure(error, key);
    } finally {
      writing.delete(key);
    }
  };

  return {
    begin: (key) =>
      alone(key, async () => {
        await makeFolder(path.dirname(growing(key)));
        const file = await open(growing(key), "a");
        await file.close();
      }),

    received: sizeOf,

    append: (key, offset, source, options = {}) =>
      alone(key, async () => {
        const received = await sizeOf(key);
        if (offset !== received) {
          const message = `This piece starts at byte ${offset}, but ${received} bytes have been received.`;
          throw new StorageFailure("offset", message, { received });
        }
        const total = options.totalBytes;
        const poured = await pour(source, {
          path: growing(key),
          start: offset,
          limit: total === undefined ? undefined : total - offset,
          signal: options.signal,
        });
        if (poured.ending === "too_large") throw tooLarge(total ?? 0);
        return { received: offset + poured.bytes, complete: poured.ending === "complete" };
      }),

    finish: (key) =>
      alone(key, async () => {
        const file = growing(key);
        const target = path.join(at.objects, key);
        try {
          const handle = await open(file, "r+");
          await handle.sync().finally(() => handle.close());
        } catch (error) {
          if (errorCode(error) !== "ENOENT" || !(await unlessMissing(stat(target), null))) throw error;
          return;
        }
        await moveIntoPlace(file, target);
        await removeEmptyFolders(path.dirname(file), at.unfinished);
      }),

    async abort(key) {
      const file = growing(key);
      await rm(file, { force: true });
      await removeEmptyFolders(path.dirname(file), at.unfinished);
    },
  };
}
