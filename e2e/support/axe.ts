import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

interface Axe {
  run: (root: Document, options: RunOptions) => Promise<AxeResults>;
}

/** Minified, as parsing it in each page takes longer than most of its rules. */
const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations of axe's rules on a page, each with the HTML of its elements. */
export async function violationsOn(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Other frames would need axe too.
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(script);
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { ...chosen, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, options);
}
