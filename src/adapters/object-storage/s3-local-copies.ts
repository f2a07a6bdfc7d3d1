import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { asStorageError } from "./disk-files.ts";
import { StorageError, transferBytes } from "./storage.ts";

interface Lent {
  file: string;
  copied: Promise<void>;
  borrowers: number;
}

/**
 * Lends local copies of objects: one copy for all who want the same content at the same time, gone when the last one
 * gives it back. A crash leaves it in `folder`.
 */
export function createLending(folder: string) {
  const copies = new Map<string, Lent>();

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
    let lent = copies.get(content);
    if (!lent) {
      const file = path.join(folder, `lent-${randomUUID()}`);
      lent = { file, copied: copy(file, read), borrowers: 0 };
      copies.set(content, lent);
    }
    lent.borrowers++;
    try {
      await lent.copied;
      return await use(lent.file);
    } finally {
      lent.borrowers--;
      if (lent.borrowers === 0) {
        copies.delete(content);
        await rm(lent.file, { force: true });
      }
    }
  };
}
