import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { visitors } from "./shots.ts";
import type { Studio } from "./studio.ts";
import { openScreen, screensFor, screenSizes } from "./visits.ts";

/**
 * Saves screenshots of every screen of the studio to `folder`: both themes, wide, medium and narrow. A screen that fails
 * doesn't keep the others from being taken.
 * @throws Names those that failed, at the end.
 */
export async function takeScreens(studio: Studio, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const failed: string[] = [];
  for (const visitor of visitors) {
    const { storageState, screens } = await screensFor(studio, visitor);
    for (const colorScheme of ["dark", "light"] as const) {
      // Most of the time is spent waiting for a screen to be still.
      const taken = Object.entries(screenSizes).map(async ([size, window]) => {
        const context = await studio.browser.newContext({
          baseURL: studio.reelay.url,
          ...window,
          colorScheme,
          ...(storageState && { storageState }),
        });
        const page = await context.newPage();
        for (const shot of screens) {
          const name = `${shot.name}-${colorScheme}-${size}`;
          try {
            await openScreen(page, shot);
            await page.waitForTimeout(900);
            await page.screenshot({ path: join(folder, `${name}.png`), fullPage: shot.whole === true });
            console.log(name);
          } catch (error) {
            failed.push(name);
            console.error(`${name} failed. ${String(error)}`);
          }
        }
        await context.close();
      });
      await Promise.all(taken);
    }
  }
  if (failed.length > 0) throw new Error(`These screens failed: ${failed.join(", ")}.`);
}
