import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Path of the newest file of a size that a server has stored. */
export async function newestFile(dataFolder: string, bytes: number): Promise<string> {
  const entries = await readdir(join(dataFolder, "files"), { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { path, stats: await stat(path).catch(() => null) };
      }),
  );
  const [newest] = files
    .filter(({ stats }) => stats?.size === bytes)
    .toSorted((one, other) => (other.stats?.mtimeMs ?? 0) - (one.stats?.mtimeMs ?? 0));
  if (!newest) throw new Error(`No file of ${bytes} bytes is stored.`);
  return newest.path;
}

/** Moves a stored file away; another file of the same size can take its place until it is restored. */
export async function hideFile(path: string) {
  const kept = `${path}.kept`;
  await rename(path, kept);
  return {
    restore: () => rename(kept, path),
    replace: async () => {
      const content = await readFile(kept);
      const last = content.length - 1;
      content[last] = (content[last] ?? 0) ^ 1;
      await writeFile(path, content);
    },
  };
}
