import { createWriteStream, fdatasync, type WriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";

import { errorCode, makeFolder, syncFolder } from "./disk-folders.ts";
import { missing, StorageError, transferBytes } from "./storage.ts";

/** Written bytes that go to the disk while more arrive. */
const syncEvery = 8 * 1024 * 1024;

/** Writes a new file, or an existing one from the byte `start` on; synced to the disk when it has finished. */
export function fileSink(file: string, start?: number): WriteStream {
  const sink = createWriteStream(file, {
    flags: start === undefined ? "wx" : "r+",
    start: start ?? 0,
    highWaterMark: transferBytes,
    flush: true,
  });
  sink.once("open", (descriptor) => syncAlong(sink, descriptor));
  return sink;
}

/** Leaves little to wait for at the end: a sender's next piece begins only when this one is on the disk. */
function syncAlong(sink: WriteStream, descriptor: number): void {
  let [synced, syncing] = [0, false];
  const timer = setInterval(() => {
    if (syncing || sink.bytesWritten - synced < syncEvery) return;
    [synced, syncing] = [sink.bytesWritten, true];
    fdatasync(descriptor, (error) => {
      syncing = false;
      if (error) sink.destroy(error);
    });
  }, 20);
  sink.once("close", () => clearInterval(timer));
}

/** Renames a finished file to its object, durably. The target's folder may vanish meanwhile when it was empty. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await makeFolder(path.dirname(to));
    try {
      await rename(from, to);
      break;
    } catch (error) {
      if (errorCode(error) !== "ENOENT" || tries === 3) throw error;
    }
  }
  await syncFolder(path.dirname(to));
}

/** Turns what the file system said into a designed failure. */
export function asStorageError(error: unknown, key: string): StorageError {
  if (error instanceof StorageError) return error;
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new StorageError("no_space", "The disk is full. Free some space, then try again.", {
      cause: error,
    });
  }
  if (code === "ENOENT") return missing(key, error);
  if (code === "EISDIR" || code === "ENOTDIR" || code === "EEXIST") {
    return new StorageError("bad_key", `${key} lies on a key that is already a folder or object.`, {
      cause: error,
    });
  }
  const message = `The storage folder can't be used (${code || String(error)}). Look at its disk and permissions.`;
  return new StorageError("unavailable", message, { cause: error });
}
