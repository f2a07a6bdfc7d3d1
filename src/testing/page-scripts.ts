import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { z } from "zod";

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
const entry = "index.html";
const session = "layouts/session.tsx";
const publicPage = /pages\/(?:pricing|working|what-we-solve|privacy|terms)\.tsx$/;

/** Limits in bytes after gzip, some kilobytes above what the largest screen has. They guard against accidents; no code is worth a kilobyte. */
export const scriptLimits = { landing: 130_000, screen: 300_000 };

/** The JavaScript that a page loads first, in bytes after gzip: its chunks and those of its layout, with their static imports. */
export interface PageScripts {
  /** Its name in the build manifest, such as `pages/tasks.tsx`; the landing page is part of `index.html`. */
  page: string;
  bytes: number;
}

/** Measures every page of a built browser app. */
export async function measurePages(folder: string): Promise<PageScripts[]> {
  const manifest = manifestShape.parse(
    JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8")),
  );
  const collectFiles = (names: readonly string[], files = new Set<string>()): Set<string> => {
    for (const { file, imports } of names.flatMap((name) => manifest[name] ?? [])) {
      if (!files.has(file)) collectFiles(imports, files.add(file));
    }
    return files;
  };
  const pages = Object.keys(manifest).filter((name) => name.startsWith("pages/"));
  return Promise.all(
    [entry, ...pages].map(async (page) => {
      const layouts = page === entry || publicPage.test(page) ? [] : [session];
      const files = [...collectFiles([entry, ...layouts, page])];
      const sizes = files.map(async (file) => gzipSync(await readFile(join(folder, file))).length);
      return { page, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size) };
    }),
  );
}
