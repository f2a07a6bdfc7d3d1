import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";

/**
 * Replaces `folder` by `made`, on the same disk. `folder` is missing only between two renames. If several
 * processes do this at once, the last one wins.
 */
export async function replaceFolder(made: string, folder: string): Promise<void> {
  for (;;) {
    const before = `${folder}-${randomUUID()}`;
    await rename(folder, before).catch(ignoring("ENOENT"));
    const isInPlace = await rename(made, folder).then(() => true, ignoring("ENOTEMPTY", "EEXIST"));
    await rm(before, { recursive: true, force: true });
    // Another process created the folder meanwhile: replace that one.
    if (isInPlace) return;
  }
}

function ignoring(...codes: string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? "")) throw error;
  };
}
