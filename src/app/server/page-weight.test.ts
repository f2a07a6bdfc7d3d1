import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { beforeAll, describe, expect, it } from "vitest";

import { prerenderedPages } from "#modules/site/rules/public-pages.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import {
  circularChunks,
  measurePages,
  type PageScripts,
  pagesWith,
  scriptLimits,
} from "#testing/page-scripts.ts";

import { prepareWebFolder, prerenderedFile } from "./web-folder.ts";

let folder = "";
beforeAll(async () => {
  folder = await prepareWebFolder(resolve(import.meta.dirname, "../../.."), () => undefined);
});

describe("the JavaScript that a page loads first", () => {
  let pages: PageScripts[];
  beforeAll(async () => {
    pages = await measurePages(folder);
  });

  it("is small on the landing page", () => {
    const landing = pages.find(({ page }) => page === "pages/landing.tsx");
    expect(landing?.visitor).toBeLessThanOrEqual(scriptLimits.landing);
  });

  it("contains no page for development", () => {
    expect(pages.filter(({ page }) => page.startsWith("pages/ui"))).toEqual([]);
  });

  it("is within the limit on every page", () => {
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter(({ signedIn }) => signedIn > scriptLimits.screen)).toEqual([]);
  });

  it("contains no charts, which the results of a video load when they are shown", async () => {
    // An attribute of every chart.
    expect(await pagesWith(folder, "data-chart")).toEqual(["pages/analytics.tsx"]);
    expect(await pagesWith(folder, "data-chart", "first")).toEqual([]);
  });

  it("contains no summaries of endpoints, which only the API's documentation shows", async () => {
    expect(await pagesWith(folder, tasksEndpoints.updateTask.summary)).toEqual([]);
    expect(await pagesWith(folder, tasksEndpoints.searchTasks.summary)).toEqual([]);
  });

  it("comes in few files, which don't import each other in a circle", async () => {
    expect(pages.filter(({ files }) => files > scriptLimits.files)).toEqual([]);
    expect(await circularChunks(folder)).toEqual([]);
  });
});

describe("before its first paint, a prerendered page", () => {
  it.each(prerenderedPages)("%s loads little, and no module", async (page) => {
    const html = await readFile(join(folder, prerenderedFile(page)), "utf8");
    expect(html).not.toMatch(/type="module"|rel="modulepreload"/);
    const files = [...html.matchAll(/<(?:script src|link rel="stylesheet"[^>]* href)="([^"]+)"/g)];
    expect(files).toHaveLength(3);
    const contents = await Promise.all(files.map(([, file = ""]) => readFile(join(folder, file))));
    const bytes = [Buffer.from(html), ...contents].map((content) => gzipSync(content).length);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(30_000);
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
        expect(picture).toMatch(/ src="\/assets\/[0-9a-f]{8}\.avif"/);
      }
    },
  );
});
