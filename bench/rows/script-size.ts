import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { z } from "zod";

import { prepareWebFolder } from "#app/server/web-folder.ts";

import { limitFigure, type Row } from "../figure.ts";

const root = resolve(import.meta.dirname, "../..");

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().default(false),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifestShape>;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB gzip`;

/** The JavaScript that a page loads first: the chunks of the entry and the page with their static imports. */
export const scriptSize: Row = {
  name: "script-size",
  measure: async ({ log }) => {
    const folder = await prepareWebFolder(root, log);
    const manifest = manifestShape.parse(
      JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8")),
    );
    const sizeOf = async (page: string) => {
      let bytes = 0;
      for (const file of filesOf(manifest, page))
        bytes += gzipSync(await readFile(join(folder, file))).length;
      return bytes;
    };
    const landing = await sizeOf("pages/landing.tsx");
    let largest = { page: "", bytes: 0 };
    for (const page of Object.keys(manifest).filter((name) => name.startsWith("pages/"))) {
      const bytes = await sizeOf(page);
      log(`${page} ${kilobytes(bytes)}`);
      if (bytes > largest.bytes) largest = { page, bytes };
    }
    return [
      limitFigure("landing page, first script", landing, { max: 100_000, show: kilobytes }),
      limitFigure(`largest screen (${largest.page}), first script`, largest.bytes, {
        max: 220_000,
        show: kilobytes,
      }),
    ];
  },
};

function filesOf(manifest: Manifest, page: string): Set<string> {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
  const files = new Set<string>();
  const take = (name: string | undefined) => {
    const chunk = name === undefined ? undefined : manifest[name];
    if (!chunk) throw new Error(`The build manifest has no ${name ?? "entry"}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports) take(imported);
  };
  take(entry);
  take(page);
  return files;
}
