import { expect, type Page } from "@playwright/test";

import { visitors } from "../scripts/screenshots/shots.ts";
import { openStudio, type Studio } from "../scripts/screenshots/studio.ts";
import { openScreen, screensFor, screenSizes } from "../scripts/screenshots/visits.ts";
import { expectAccessible, expectFitsPhones, expectNoOverflow } from "./support/accessible.ts";
import { layoutShift, recordLayoutShifts } from "./support/layout-shift.ts";
import { test } from "./support/test.ts";

/** The sum of a screen's layout shifts that nobody notices. */
const maxShift = 0.05;

/** Every screen of the sample studio, in three widths, of which the outer ones in both themes. */
test.describe("every screen", () => {
  // The creator has some forty screens in three widths.
  test.describe.configure({ timeout: 1_200_000 });
  let studio: Studio;
  test.beforeAll(async ({ browser }) => {
    studio = await openStudio(browser);
  });
  test.afterAll(() => studio.close());

  for (const visitor of visitors) {
    test(`of ${visitor} stays in place and is accessible`, { tag: "@sweep" }, async ({ browser }) => {
      const { storageState, screens } = await screensFor(studio, visitor);
      const walks = Object.entries(screenSizes).map(async ([size, window]) => {
        const context = await browser.newContext({
          ...window,
          baseURL: studio.reelay.url,
          ...(storageState && { storageState }),
        });
        const page = await context.newPage();
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await slowDown(page);
        await recordLayoutShifts(page);
        for (const screen of screens) {
          const where = `${screen.name} ${size}`;
          await openScreen(page, screen);
          const { sum, moved } = await layoutShift(page);
          expect.soft(sum, [`${where} moves`, ...moved].join("\n")).toBeLessThanOrEqual(maxShift);
          // Between the other two, nothing new appears.
          if (size === "medium") await expectNoOverflow(page, where);
          else await expectAccessible(page, where);
          if (size === "narrow") await expectFitsPhones(page, where);
        }
        expect(errors).toEqual([]);
        await context.close();
      });
      await Promise.all(walks);
    });
  }
});

/** Slows down responses and, more, fonts, so that what waits for them is painted before. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send("Network.emulateNetworkConditions", { offline: false, latency: 150, ...unlimited });
  await page.route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue().catch(() => undefined);
  });
}
