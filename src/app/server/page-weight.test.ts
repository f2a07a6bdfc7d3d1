import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { beforeAll, describe, expect, it } from "vitest";

import { prerenderedPages } from "#modules/site/rules/public-pages.ts";
import { measurePages, scriptLimits } from "#testing/page-scripts.ts";

import { prepareWebFolder, prerenderedFile } from "./web-folder.ts";

let folder = "";
beforeAll(async () => {
  folder = await prepareWebFolder(resolve(import.meta.dirname, "../../.."), () => undefined);
});

it("loads a limited amount of JavaScript for each page", async () => {
  const pages = await measurePages(folder);
  expect(pages.length).toBeGreaterThan(15);
  const tooLarge = pages.filter(
    ({ page, bytes }) => bytes > (page === "index.html" ? scriptLimits.landing : scriptLimits.screen),
  );
  expect(tooLarge).toEqual([]);
});

describe("before its first paint, a prerendered page", () => {
  it.each(prerenderedPages)("%s loads little, and no module", async (page) => {
    const html = await readFile(join(folder, prerenderedFile(page)), "utf8");
    expect(html).not.toMatch(/type="module"|rel="modulepreload"/);
    const files = [...html.matchAll(/<(?:script src|link rel="stylesheet"[^>]* href)="([^"]+)"/g)];
    expect(files).toHaveLength(3);
    const contents = await Promise.all(files.map(([, file = ""]) => readFile(join(folder, file))));
    const bytes = [Buffer.from(html), ...contents].map((content) => gzipSync(content).length);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(40_000);
  });

  it.each(prerenderedPages)(
    "%s preloads the two fonts of its text, and gives pictures their size",
    async (page) => {
      const html = await readFile(join(folder, prerenderedFile(page)), "utf8");
      expect(html.match(/rel="preload"\s+as="font"/g)).toHaveLength(2);
      for (const [picture] of html.matchAll(/<img [^>]*>/g)) {
        expect(picture).toMatch(/ width="\d+"/);
        expect(picture).toMatch(/ height="\d+"/);
        expect(picture).toContain(' loading="lazy"');
        expect(picture).toMatch(/ alt="[^"]{20,}"/);
        expect(picture).toMatch(/ src="\/assets\/[^"]+\.avif"/);
      }
    },
  );
});
