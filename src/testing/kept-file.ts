import { randomUUID } from "node:crypto";
import { access, link, mkdir, rm } from "node:fs/promises";
import path from "node:path";

const cache = path.resolve(import.meta.dirname, "../../.cache/clips");

/**
 * Path of `name` in the folder `key` of `.cache/clips`. Calls `write` if it does not exist. Safe for concurrent processes:
 * an existing file is never replaced, because browsers refuse to send a file that has changed since it was chosen.
 */
export async function keptFile(
  name: string,
  key: string,
  write: (target: string) => Promise<unknown>,
): Promise<string> {
  const folder = path.join(cache, key);
  const file = path.join(folder, name);
  if (await exists(file)) return file;
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `${randomUUID()}-${name}`);
  try {
    await write(temporary);
    await link(temporary, file);
  } catch (error) {
    if (!(await exists(file))) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return file;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
