import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "vite";

const page = "offline.html";

/** Builds `/service-worker.js` of a built browser app, with the list of the files that the offline page loads. */
export async function buildServiceWorker(root: string, folder: string): Promise<void> {
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
