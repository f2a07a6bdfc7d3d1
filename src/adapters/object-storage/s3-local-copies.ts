import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { asStorageError } from "./disk-files.ts";
import { StorageError, transferBytes } from "./storage.ts";

interface LocalCopy {
  file: string;
  copied: Promise<void>;
  users: number;
}

/**
 * Creates temporary local copies of objects in `folder`. Concurrent users of the same content share a copy,
 * which is deleted after the last one. A crash leaves it in `folder`.
 */
export function createLocalCopies(folder: string) {
  const copies = new Map<string, LocalCopy>();

  const copy = async (file: string, read: () => Promise<Readable>): Promise<void> => {
    const source = await read();
    try {
      await mkdir(folder, { recursive: true });
      await pipeline(source, createWriteStream(file, { flags: "wx", highWaterMark: transferBytes }));
    } catch (error) {
      throw error instanceof StorageError ? error : asStorageError(error, path.basename(file));
    }
  };

  return async <T>(
    content: string,
    read: () => Promise<Readable>,
    use: (file: string) => Promise<T>,
  ): Promise<T> => {
    let localCopy = copies.get(content);
    if (!localCopy) {
      const file = path.join(folder, `copy-${randomUUID()}`);
      localCopy = { file, copied: copy(file, read), users: 0 };
      copies.set(content, localCopy);
    }
    localCopy.users++;
    try {
      await localCopy.copied;
      return await use(localCopy.file);
    } finally {
      localCopy.users--;
      if (localCopy.users === 0) {
        copies.delete(content);
        await rm(localCopy.file, { force: true });
      }
    }
  };
}
