import { resolve } from "node:path";

import { prepareWebFolder } from "#app/server/web-folder.ts";
import { measurePages, scriptLimits } from "#testing/page-scripts.ts";

import { limitFigure, type Row } from "../figure.ts";

const root = resolve(import.meta.dirname, "../..");

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB gzip`;

/** The JavaScript that a page loads first. */
export const scriptSize: Row = {
  name: "script-size",
  measure: async ({ log }) => {
    const pages = await measurePages(await prepareWebFolder(root, log));
    for (const { page, bytes } of pages) log(`${page} ${kilobytes(bytes)}`);
    const landing = pages.find(({ page }) => page === "index.html");
    const largest = pages.toSorted((a, b) => b.bytes - a.bytes)[0];
    if (!landing || !largest) throw new Error("The build manifest has no pages.");
    const limit = (name: string, bytes: number, max: number) =>
      limitFigure(name, bytes, { max, show: kilobytes });
    return [
      limit("landing page, first script", landing.bytes, scriptLimits.landing),
      limit(`largest screen (${largest.page}), first script`, largest.bytes, scriptLimits.screen),
    ];
  },
};
