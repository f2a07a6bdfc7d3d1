import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { makeOperator } from "../../e2e/support/operators.ts";
import { signUpWithGoogle } from "../../e2e/support/sign-in.ts";
import { people } from "../seed/studio.ts";
import { shareForReview } from "./share-for-review.ts";
import { monsoon, type Shot, shots, type Visitor, visitors } from "./shots.ts";
import { signIn, type Studio } from "./studio.ts";

const sizes = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
};

/**
 * Saves screenshots of every screen of the studio to `folder`: both themes, wide, medium and narrow. A screen that fails
 * doesn't keep the others from being taken.
 * @throws Names those that failed, at the end.
 */
export async function takeScreens(studio: Studio, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const failed: string[] = [];
  for (const visitor of visitors) {
    const storageState = await visitorState(studio, visitor);
    const screens = visitor === "nobody" ? [...shots.nobody, await guestReview(studio)] : shots[visitor];
    for (const colorScheme of ["dark", "light"] as const) {
      // Most of the time is spent waiting for a screen to be still.
      const taken = Object.entries(sizes).map(async ([size, viewport]) => {
        const context = await studio.browser.newContext({
          baseURL: studio.reelay.url,
          viewport,
          colorScheme,
          ...(storageState && { storageState }),
        });
        const page = await context.newPage();
        for (const shot of screens) {
          const name = `${shot.name}-${colorScheme}-${size}`;
          try {
            await take(page, shot, join(folder, `${name}.png`));
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

async function take(page: Page, { path, act, whole }: Shot, file: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await act?.(page);
  // Browsers load pictures below the window only once they are scrolled to.
  if (whole) await page.evaluate("for (const image of document.images) image.loading = 'eager'");
  await untilStill(page);
  await page.waitForTimeout(900);
  await page.screenshot({ path: file, fullPage: whole === true });
}

/**
 * Waits until the page has replaced its placeholders and loaded its pictures, which takes long on a busy machine. Without
 * `waitForFunction`, which the page's Content-Security-Policy refuses.
 */
async function untilStill(page: Page): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if (await page.evaluate<boolean>(isStill)) return;
    await page.waitForTimeout(500);
  }
  throw new Error("Placeholders or pictures are still loading after a minute.");
}

const isStill = `!document.querySelector(".animate-breathe")
  && [...document.images].every(({ complete, loading }) => complete || loading === "lazy")`;

async function visitorState(studio: Studio, visitor: Visitor) {
  switch (visitor) {
    case "nobody":
      return undefined;
    case "newcomer":
      return (await signUpWithGoogle(studio.browser, studio.reelay.url)).context().storageState();
    case "creator":
      return signIn(studio, people.meera.email);
    case "editor":
      return signIn(studio, people.anika.email);
    case "manager":
      return signIn(studio, people.jonas.email);
    case "operator":
      await makeOperator(studio.reelay, people.jonas.email, { confirmEmail: true });
      return signIn(studio, people.jonas.email);
  }
}

/** The page of a review link, as a guest who has given their name sees it. */
async function guestReview(studio: Studio): Promise<Shot> {
  const context = await studio.browser.newContext({
    baseURL: studio.reelay.url,
    storageState: await signIn(studio, people.meera.email),
  });
  const path = await shareForReview(await context.newPage(), monsoon);
  await context.close();
  return {
    name: "guest-review",
    path,
    act: async (page) => {
      await page.getByLabel("Your name").fill("Lena");
      await page.getByRole("button", { name: "Open the review" }).click();
      await page.locator("video").waitFor();
    },
  };
}
