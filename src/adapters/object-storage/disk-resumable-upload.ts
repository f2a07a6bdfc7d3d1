import { open, rm, stat } from "node:fs/promises";
import path from "node:path";

import { copyStream } from "./copy-stream.ts";
import { asStorageError, fileSink, moveIntoPlace } from "./disk-files.ts";
import { errorCode, inFolder, removeEmptyFolders, unlessMissing } from "./disk-folders.ts";
import { singleWriter } from "./single-writer.ts";
import { checkKey, checkOffset, missing, type ResumableUploads, tooLarge } from "./storage.ts";

/** Resumable uploads as one growing file per key, whose size is the number of received bytes. */
export function createDiskResumableUploads(at: { objects: string; unfinished: string }): ResumableUploads {
  const exclusively = singleWriter(asStorageError);
  const unfinishedPath = (key: string) => path.join(at.unfinished, checkKey(key));

  const storedSize = async (key: string) => {
    const stats = await unlessMissing(stat(unfinishedPath(key)), null);
    if (!stats) throw missing(key);
    return stats.size;
  };

  return {
    begin: (key) =>
      exclusively(key, async () => {
        const file = unfinishedPath(key);
        const handle = await inFolder(path.dirname(file), () => open(file, "a", 0o600));
        await handle.close();
      }),

    received: storedSize,

    append: (key, offset, source, options = {}) =>
      exclusively(key, async () => {
        checkOffset(offset, await storedSize(key));
        const { totalBytes: total, signal } = options;
        const limit = total === undefined ? undefined : total - offset;
        const copied = await copyStream(source, fileSink(unfinishedPath(key), offset), { limit, signal });
        if (copied.ending === "too_large") throw tooLarge(total ?? 0);
        return { received: offset + copied.bytes, complete: copied.ending === "complete" };
      }),

    finish: (key) =>
      exclusively(key, async () => {
        const file = unfinishedPath(key);
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
      const file = unfinishedPath(key);
      await rm(file, { force: true });
      await removeEmptyFolders(path.dirname(file), at.unfinished);
    },
  };
}
