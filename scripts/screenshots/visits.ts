import type { Page } from "@playwright/test";

import { makeOperator } from "../../e2e/support/operators.ts";
import { signUpWithGoogle } from "../../e2e/support/sign-in.ts";
import { people } from "../seed/studio.ts";
import { shareForReview } from "./share-for-review.ts";
import { monsoon, type Shot, shots, type Visitor } from "./shots.ts";
import { signIn, type Studio } from "./studio.ts";

/** Windows in which every screen is looked at, in CSS pixels. */
export const screenSizes = {
  wide: { viewport: { width: 1440, height: 900 } },
  medium: { viewport: { width: 1024, height: 768 } },
  narrow: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

/** The screens of a visitor of the studio, and the state of a browser in which the visitor is logged in. */
export async function screensFor(studio: Studio, visitor: Visitor) {
  return {
    storageState: await visitorState(studio, visitor),
    screens: visitor === "nobody" ? [...shots.nobody, await guestReview(studio)] : shots[visitor],
  };
}

/** Opens a screen and waits until it has replaced its placeholders and loaded its pictures. */
export async function openScreen(page: Page, { path, act, whole }: Shot): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await act?.(page);
  // Browsers load pictures below the window only once they are scrolled to.
  if (whole) await page.evaluate("for (const image of document.images) image.loading = 'eager'");
  await untilStill(page);
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
