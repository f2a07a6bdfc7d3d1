import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { promisify } from "node:util";

import type { PrerenderedPage } from "#modules/site/rules/public-pages.ts";

/** Files and folders that the browser app is built from. */
const sources = [
  "src/app/web",
  "src/ui",
  "src/modules",
  "src/core",
  "public",
  "vite.config.ts",
  "package-lock.json",
];
const stampFile = ".stamp";

/** Folder of the built browser app. */
export const webFolderIn = (root: string): string => join(root, "dist/web");

/** Path of the file in a built browser app that contains the `sourceStamp` it was built from. */
export const stampPath = (folder: string): string => join(folder, stampFile);

/** File in a built browser app with a JSON list of the path patterns of its pages. */
export const pagePathsFile = ".page-paths.json";

/** Path of the HTML of a prerendered page, relative to the built browser app. */
export const prerenderedFile = (page: PrerenderedPage): string =>
  join("prerendered", `${page.slice(1) || "index"}.html`);

/**
 * Returns the folder of the built browser app. Builds it first if it is missing or older than its sources and the build
 * tools (development dependencies) are installed. Without them it returns the existing build, or throws an error with
 * the command to run if there is none.
 */
export async function prepareWebFolder(root: string, print: (line: string) => void): Promise<string> {
  const folder = webFolderIn(root);
  const builtFrom = await readFile(stampPath(folder), "utf8").catch(() => null);
  if (builtFrom === sourceStamp(root)) return folder;
  if (hasBuildTools(root)) {
    print("Building the browser app …");
    await runBuild(root);
    return folder;
  }
  if (builtFrom === null) {
    throw new Error(
      "The browser app is not built, and the build tools are not installed. Run `npm ci && npm run build`; " +
        "after that, `npm prune --omit=dev` removes the tools.",
    );
  }
  print("The browser app in dist/web is out of date. To update it, run `npm ci && npm run build`.");
  return folder;
}

/** SHA-256 of names and contents of the files that the browser app is built from, in hexadecimal. */
export function sourceStamp(root: string): string {
  const hash = createHash("sha256");
  // Read synchronously: for hundreds of small files that takes a quarter of the time.
  for (const name of sources.flatMap((source) => filesIn(root, source))) {
    if (/\.test\.tsx?$|\/server\//.test(name)) continue;
    const content = readFileSync(join(root, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(root: string, source: string): string[] {
  const stats = statSync(join(root, source), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [source] : [];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function hasBuildTools(root: string): boolean {
  try {
    createRequire(join(root, "package.json")).resolve("vite");
    return true;
  } catch {
    return false;
  }
}

/** Builds in another process, so that the memory of the build tools is free again afterwards. */
async function runBuild(root: string): Promise<void> {
  const build = promisify(execFile)(process.execPath, [join(root, "scripts/build.ts")], { cwd: root });
  await build.catch((error: unknown) => {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`The browser app could not be built.\n${output}`, { cause: error });
  });
}
