import { expect, type Page } from "@playwright/test";

import { violationsOn } from "./axe.ts";

/** Expects a page to be accessible in both themes, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectClean(page, `${where} dark`);
  const inDark = await page.evaluate(describePage);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const differsByColour = (await page.evaluate(describePage)) === inDark;
  await expectClean(page, `${where} light`, differsByColour ? colourRules : null);
}

/**
 * Expects controls of at least 24 by 24 px, or as much space around smaller ones, and nothing that scrolls sideways, on the smallest
 * phone. At the end of a tall window, where no bar covers a part of a control.
 */
export async function expectFitsPhones(page: Page, where: string): Promise<void> {
  const viewport = page.viewportSize();
  if (!viewport) return;
  await page.setViewportSize({ width: 360, height: viewport.height });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 360, height: height + 100 });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expectClean(page, `${where} 360`, ["target-size"]);
  await page.setViewportSize(viewport);
}

/** The rules of axe that look at colours. Every other one finds the same where markup and layout are the same. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Everything about a page that rules of axe look at, except for colours. Runs in the page. */
function describePage(): string {
  const layout = [...document.querySelectorAll("*")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { display, visibility, overflow, position, opacity } = getComputedStyle(element);
    return [x, y, width, height, display, visibility, overflow, position, opacity].join(" ");
  });
  return [document.documentElement.outerHTML, ...layout].join("\n");
}

/** No violation of the given rules of axe, or of all, and nothing that scrolls sideways. */
export async function expectClean(page: Page, where: string, rules: string[] | null = null): Promise<void> {
  const options = rules
    ? { runOnly: rules }
    : { rules: { "label-content-name-mismatch": { enabled: true } } };
  expect.soft(await violationsOn(page, options), where).toEqual([]);
  await expectNoOverflow(page, where);
}

export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${where} scrolls horizontally`).toBeLessThanOrEqual(0);
}

/** Collects console errors, including violations of the content security policy. */
export function collectErrors(...pages: Page[]): string[] {
  const errors: string[] = [];
  for (const page of pages) {
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
  }
  return errors;
}
