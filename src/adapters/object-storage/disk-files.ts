import { createWriteStream, fdatasync, type WriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";

import { errorCode, inFolder, syncFolder } from "./disk-folders.ts";
import { missing, StorageError, transferBytes } from "./storage.ts";

/** Bytes between two syncs while writing continues. */
const syncEvery = 8 * 1024 * 1024;

/** Writes a new file, or an existing one from the byte `start`. Synced to the disk when it finishes. */
export function fileSink(file: string, start?: number): WriteStream {
  const sink = createWriteStream(file, {
    flags: start === undefined ? "wx" : "r+",
    start: start ?? 0,
    mode: 0o600,
    highWaterMark: transferBytes,
    flush: true,
  });
  sink.once("open", (descriptor) => syncPeriodically(sink, descriptor));
  return sink;
}

/** Syncs while writing, so that little is left to sync at the end, which the sender waits for. */
function syncPeriodically(sink: WriteStream, descriptor: number): void {
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

/** Renames a finished file to its object, durably. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await inFolder(path.dirname(to), () => rename(from, to));
  await syncFolder(path.dirname(to));
}

/** Converts a file system error to a `StorageError`. */
export function asStorageError(error: unknown, key: string): StorageError {
  if (error instanceof StorageError) return error;
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new StorageError("no_space", "The disk is full. Free some space and try again.", {
      cause: error,
    });
  }
  if (code === "ENOENT") return missing(key, error);
  if (code === "EISDIR" || code === "ENOTDIR" || code === "EEXIST") {
    return new StorageError("bad_key", `${key} conflicts with an existing folder or object.`, {
      cause: error,
    });
  }
  const message = `The storage folder can't be used (${code || String(error)}). Check its disk and permissions.`;
  return new StorageError("unavailable", message, { cause: error });
}
