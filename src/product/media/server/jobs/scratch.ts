import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Lends an empty folder named after the work; it goes when the work ends, and with the next try after a crash. */
export async function withScratch<T>(
  scratchFolder: string,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(scratchFolder, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what crashed work has left and nothing has touched since `before`. */
export async function sweepScratch(scratchFolder: string, before: Date): Promise<void> {
  const names = await readdir(scratchFolder).catch(() => []);
  for (const name of names) {
    const folder = path.join(scratchFolder, name);
    const touched = await stat(folder).catch(() => null);
    if (touched && touched.mtime < before) await rm(folder, { recursive: true, force: true });
  }
}
