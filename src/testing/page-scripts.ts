import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { z } from "zod";

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);
const entry = "index.html";
type Manifest = z.output<typeof manifestShape>;

/** Limits in bytes after gzip, and of the number of files. */
export const scriptLimits = { landing: 130_000, screen: 260_000, files: 55 };

/** The JavaScript that a page loads first, in bytes after gzip. */
export interface PageScripts {
  /** Its name in the build manifest, such as `pages/tasks.tsx`. */
  page: string;
  /** For a visitor: the chunks of the entry and the page, with their static imports. */
  visitor: number;
  /** For a signed-in user: the same and the layouts, which are loaded together with the page. */
  signedIn: number;
  /** The number of files that a signed-in user loads. */
  files: number;
}

/** Measures every page of a built browser app. */
export async function measurePages(folder: string): Promise<PageScripts[]> {
  const manifest = await readManifest(folder);
  const names = Object.keys(manifest);
  const layouts = names.filter((name) => name.startsWith("layouts/"));
  // Pages of operators have a layout of their own, which no other page loads.
  const isAdmin = (name: string) => name.includes("/admin");
  const pages = names.filter((name) => name.startsWith("pages/"));
  return Promise.all(
    pages.map(async (page) => {
      const own = layouts.filter((layout) => !isAdmin(layout) || isAdmin(page));
      const signedIn = chunkFiles(manifest, [...own, page]);
      return {
        page,
        visitor: await fileBytes(folder, chunkFiles(manifest, [page])),
        signedIn: await fileBytes(folder, signedIn),
        files: signedIn.size,
      };
    }),
  );
}

/** The pages that load a script with a text: at some time, or first. */
export async function pagesWith(folder: string, text: string, when?: "first"): Promise<string[]> {
  const manifest = await readManifest(folder);
  const having = new Set<string>();
  for (const [name, { file }] of Object.entries(manifest)) {
    if (file.endsWith(".js") && (await readFile(join(folder, file), "utf8")).includes(text)) having.add(name);
  }
  const reaches = (name: string, seen = new Set<string>()): boolean => {
    if (having.has(name)) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    const loaded = when === "first" ? imports : [...imports, ...dynamicImports];
    return loaded.some((each) => each !== entry && reaches(each, seen));
  };
  return Object.keys(manifest)
    .filter((name) => name.startsWith("pages/") && reaches(name))
    .toSorted();
}

/** Chunks that import themselves through others, so that one of them would run before what it imports. */
export async function circularChunks(folder: string): Promise<string[]> {
  const manifest = await readManifest(folder);
  return Object.keys(manifest).filter((name) => {
    const imported = new Set(manifest[name]?.imports);
    for (const each of imported) for (const next of manifest[each]?.imports ?? []) imported.add(next);
    return imported.has(name);
  });
}

async function readManifest(folder: string): Promise<Manifest> {
  return manifestShape.parse(JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8")));
}

async function fileBytes(folder: string, files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(folder, file))).length;
  return bytes;
}

function chunkFiles(manifest: Manifest, chunks: readonly string[]): Set<string> {
  const files = new Set<string>();
  const take = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build manifest has no ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports) take(imported);
  };
  for (const name of [entry, ...chunks]) take(name);
  return files;
}
