import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

import { replaceFolder } from "./replace-folder.ts";

const brotli = promisify(brotliCompress);

/** The folders and files that the browser app is made of. */
const sources = [
  "src/app/web",
  "src/ui",
  "src/modules",
  "src/core",
  "public",
  "vite.config.ts",
  "package-lock.json",
];

/**
 * Builds the browser app when it is missing or older than its sources; otherwise costs a look at file times. Several
 * processes may do so at once, each by itself. Returns the folder to serve.
 */
export async function buildWebOnce(root: string, say: (line: string) => void): Promise<string> {
  const folder = join(root, "dist/web");
  const stamp = await sourceStamp(root);
  const known = await readFile(join(folder, ".stamp"), "utf8").catch(() => null);
  if (known === stamp) return folder;
  say("Building the browser app (once) …");
  const { build } = await import("vite");
  await mkdir(join(root, "dist"), { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  try {
    const output = { outDir: made, emptyOutDir: true };
    await build({ configFile: join(root, "vite.config.ts"), logLevel: "error", build: output });
    await compressFiles(made);
    await writeFile(join(made, ".stamp"), stamp);
    await replaceFolder(made, folder);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return folder;
}

/** Lays a Brotli form beside every text file, so that serving compressed costs nothing. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|webmanifest)$/.test(entry.name));
  for (const { parentPath, name } of texts) {
    const file = join(parentPath, name);
    await writeFile(`${file}.br`, await brotli(await readFile(file)));
  }
}

async function sourceStamp(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(root, source);
    const facts = await stat(path);
    const files = facts.isDirectory()
      ? (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [path];
    for (const file of files) {
      const { mtimeMs, size } = await stat(file);
      hash.update(`${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest("hex");
}
