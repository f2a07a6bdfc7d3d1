import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Path of the newest stored object whose key fits: `videos/ID/original`, or `files/ID` for thumbnails. */
export async function newestObject(dataFolder: string, key: RegExp): Promise<string> {
  const root = join(dataFolder, "files/objects");
  const names = await readdir(root, { recursive: true });
  const objects = await Promise.all(
    names
      .filter((name) => key.test(name))
      .map(async (name) => ({ path: join(root, name), at: (await stat(join(root, name))).mtimeMs })),
  );
  const [newest] = objects.toSorted((one, other) => other.at - one.at);
  if (!newest) throw new Error(`No object with a key like ${key} is stored.`);
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
