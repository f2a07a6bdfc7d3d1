import { open, rm, stat } from "node:fs/promises";
import path from "node:path";

import { asStorageError, fileSink, moveIntoPlace } from "./disk-files.ts";
import { errorCode, makeFolder, removeEmptyFolders, unlessMissing } from "./disk-folders.ts";
import { oneWriter } from "./one-writer.ts";
import { checkKey, checkOffset, missing, type ResumableWriting, tooLarge } from "./storage.ts";
import { pour } from "./stream-copy.ts";

/** Resumable writing into one growing file per key, whose size is the count of received bytes. */
export function createDiskWriting(at: { objects: string; unfinished: string }): ResumableWriting {
  const alone = oneWriter(asStorageError);
  const growing = (key: string) => path.join(at.unfinished, checkKey(key));

  const sizeOf = async (key: string) => {
    const facts = await unlessMissing(stat(growing(key)), null);
    if (!facts) throw missing(key);
    return facts.size;
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
        checkOffset(offset, await sizeOf(key));
        const { totalBytes: total, signal } = options;
        const limit = total === undefined ? undefined : total - offset;
        const poured = await pour(source, fileSink(growing(key), offset), { limit, signal });
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
