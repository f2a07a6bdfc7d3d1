import { resolve } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { measurePages, type PageScripts, scriptLimits } from "#testing/page-scripts.ts";

import { prepareWebFolder } from "./web-folder.ts";

describe("the JavaScript that a page loads first", () => {
  let pages: PageScripts[];
  beforeAll(async () => {
    const root = resolve(import.meta.dirname, "../../..");
    pages = await measurePages(await prepareWebFolder(root, () => undefined));
  });

  it("is small on the landing page", () => {
    const landing = pages.find(({ page }) => page === "pages/landing.tsx");
    expect(landing?.visitor).toBeLessThanOrEqual(scriptLimits.landing);
  });

  it("is within the limit on every page", () => {
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter(({ signedIn }) => signedIn > scriptLimits.screen)).toEqual([]);
  });
});
