import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { errorCode } from "#adapters/object-storage/disk-folders.ts";

/** Attempts to read a file that another process has just created, 50 ms apart. */
const attempts = 40;

/**
 * Returns the content of `file`. If it is missing, creates it with `content`, readable by its owner only. Processes that
 * start at the same time get the same content. Throws if the file is empty.
 */
export async function readOrCreate(file: string, content: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, content, { flag: "wx", mode: 0o600, flush: true });
    return content;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") return readExisting(file, error);
  }
  return readExisting(file);
}

async function readExisting(file: string, cause?: unknown): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const content = await readFile(file, "utf8").catch((error: unknown) => {
      // On a read-only disk the file can't be created; the first error says why.
      throw cause ?? error;
    });
    if (content !== "") return content;
    await wait(50);
  }
  throw new Error(`${file} is empty. Restore its content from a backup, or delete it if Reelay is new here.`);
}
