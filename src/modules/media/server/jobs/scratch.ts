import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

import { after, minute } from "#core/time.ts";

/** What a crash has left of the same work goes with the next try, once nothing has touched it for this long. */
const crashedAfter = 10 * minute;

/**
 * Lends an empty folder named after the work; it goes when the work ends. Each run has its own: one that was taken for
 * dead may still be at work.
 */
export async function withScratch<T>(
  scratchFolder: string,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(scratchFolder, { recursive: true });
  await sweepScratch(scratchFolder, after(new Date(), -crashedAfter), `${name}.`);
  const folder = await mkdtemp(path.join(scratchFolder, `${name}.`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what crashed work whose name begins with `prefix` has left and nothing has touched since `before`. */
export async function sweepScratch(scratchFolder: string, before: Date, prefix = ""): Promise<void> {
  const names = await readdir(scratchFolder).catch((): string[] => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const left = path.join(scratchFolder, name);
    if ((await lastTouched(left)) < before.getTime()) await rm(left, { recursive: true, force: true });
  }
}

/** A folder does not know when what is in it was written to: one file may grow for hours. */
async function lastTouched(left: string): Promise<number> {
  const inside = await readdir(left).catch((): string[] => []);
  const times = [left, ...inside.map((name) => path.join(left, name))].map((each) =>
    stat(each).then(
      ({ mtimeMs }) => mtimeMs,
      () => -Infinity,
    ),
  );
  return Math.max(...(await Promise.all(times)));
}
