import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";

/**
 * Puts the folder `made` in the place of `folder`, which is there whole at any moment but the one between two renames.
 * Several processes may do so at once: the last one wins. Both have to lie on one disk.
 */
export async function replaceFolder(made: string, folder: string): Promise<void> {
  for (;;) {
    const before = `${folder}-${randomUUID()}`;
    await rename(folder, before).catch(unless("ENOENT"));
    const isInPlace = await rename(made, folder).then(() => true, unless("ENOTEMPTY", "EEXIST"));
    await rm(before, { recursive: true, force: true });
    // Otherwise another process was quicker, and its folder is the one to replace.
    if (isInPlace) return;
  }
}

function unless(...codes: string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? "")) throw error;
  };
}
