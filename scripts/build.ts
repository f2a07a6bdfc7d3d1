import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

import { build } from "vite";

import { replaceFolder } from "#app/server/replace-folder.ts";
import { sourceStamp, stampPath, webFolderIn } from "#app/server/web-folder.ts";

import { buildOfflinePage } from "./offline-page.ts";
import { prerenderPages } from "./prerender/pages.ts";

/** Builds the browser app into the folder that `npm start` serves. Several builds may run at once: the last one stays. */
const root = resolve(import.meta.dirname, "..");
// Another value, such as that of a test run, would build the slower and larger development version of React.
process.env["NODE_ENV"] = "production";
const folder = webFolderIn(root);
const stamp = sourceStamp(root);
await mkdir(dirname(folder), { recursive: true });
const built = await mkdtemp(`${folder}-`);
try {
  const output = { outDir: built, emptyOutDir: true };
  await build({ configFile: join(root, "vite.config.ts"), logLevel: "error", build: output });
  await buildOfflinePage(root, built);
  await prerenderPages(root, built);
  await compressFiles(built);
  // A temporary folder is private; the account that runs the server may be another one.
  await chmod(built, 0o755);
  await writeFile(stampPath(built), stamp);
  await replaceFolder(built, folder);
} finally {
  await rm(built, { recursive: true, force: true });
}

/** Writes a Brotli copy beside every text file, so that no request waits for compression. */
async function compressFiles(target: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|webmanifest)$/.test(entry.name));
  for (const { parentPath, name } of texts) {
    const file = join(parentPath, name);
    await writeFile(`${file}.br`, await brotli(await readFile(file)));
  }
}
