import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

import { after, minute } from "#core/time.ts";

/** A folder of the same work that was not written to for this long belongs to a crashed attempt. */
const crashedAfter = 10 * minute;

/**
 * Runs `work` with an empty temporary folder, which is deleted afterwards. Each attempt has its own folder, because an
 * attempt that is considered dead may still be running.
 */
export async function withScratchFolder<T>(
  scratchFolder: string,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(scratchFolder, { recursive: true });
  await sweepScratchFolders(scratchFolder, after(new Date(), -crashedAfter), `${name}.`);
  const folder = await mkdtemp(path.join(scratchFolder, `${name}.`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes folders whose name starts with `prefix` and that were not written to since `before`. */
export async function sweepScratchFolders(scratchFolder: string, before: Date, prefix = ""): Promise<void> {
  const names = await readdir(scratchFolder).catch((): string[] => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const folder = path.join(scratchFolder, name);
    if ((await lastWritten(folder)) < before.getTime()) await rm(folder, { recursive: true, force: true });
  }
}

/** A growing file does not change the modification time of its folder, so the files are checked as well. */
async function lastWritten(folder: string): Promise<number> {
  const inside = await readdir(folder).catch((): string[] => []);
  const times = [folder, ...inside.map((name) => path.join(folder, name))].map((each) =>
    stat(each).then(
      ({ mtimeMs }) => mtimeMs,
      () => -Infinity,
    ),
  );
  return Math.max(...(await Promise.all(times)));
}
