import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "vite";

const page = "offline.html";

/** Builds the offline page of a built browser app and `/service-worker.js`, which stores it. */
export async function buildOfflinePage(root: string, folder: string): Promise<void> {
  // A build of its own: shared chunks would divide the scripts of the other pages into more files.
  await build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      manifest: false,
      license: false,
      rolldownOptions: { input: join(root, "src/app/web", page) },
    },
  });
  await buildServiceWorker(root, folder);
}

/** Builds `/service-worker.js` of a built browser app, with the list of the files that the offline page loads. */
async function buildServiceWorker(root: string, folder: string): Promise<void> {
  const files = await offlineFiles(folder);
  // Any change of the app changes its manifest, and thereby the service worker, which then offers the new version.
  const inVersion = [".vite/manifest.json", ...files];
  const contents = await Promise.all(inVersion.map((file) => readFile(join(folder, file))));
  const version = createHash("sha256");
  for (const content of contents) version.update(content);
  await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    define: {
      OFFLINE_FILES: JSON.stringify(files),
      APP_VERSION: JSON.stringify(version.digest("hex").slice(0, 16)),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, "src/app/web/service-worker/main.ts"),
        // One classic script: not every supported browser loads modules in a service worker.
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
}

/** Paths of the offline page and of the scripts, style sheets, fonts and images that its HTML names. */
async function offlineFiles(folder: string): Promise<string[]> {
  const html = await readFile(join(folder, page), "utf8");
  const named = [...html.matchAll(/ (?:src|href)="(\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  return [...new Set([`/${page}`, ...named])];
}
