import { type Browser, expect, type Page } from "@playwright/test";

import { logInPath, signUpPath } from "#core/paths.ts";

import { installReelay, type Reelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

/** Signing in with Google, at the sandbox's pages that stand in for Google's. google.web.test.ts has the screens. */
test.describe("Google", () => {
  let reelay: Reelay;
  // Its own server: other files sign up with the same Google accounts.
  test.beforeAll(async () => {
    reelay = await installReelay();
  });
  test.afterAll(async () => reelay?.remove());

  async function visit(browser: Browser, path: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: reelay.url });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  test("signs up a creator and logs them in the next time", { tag: "@sweep" }, async ({ browser }) => {
    const page = await visit(browser, signUpPath);
    await page.getByRole("radio", { name: "Youtuber" }).check();
    await continueWithGoogle(page);
    await choose(page, "Mira Solvane");
    const loginRequest = page.waitForRequest(/login-register/);
    const exchanges = countExchanges(page);
    await page.getByRole("button", { name: "Allow" }).click();
    expect((await loginRequest).url()).toContain("role=YOUTUBER");
    await expect(page).toHaveURL(/\/y\/profile\/Mira%20Solvane$/);
    expect(exchanges()).toBe(1);
    await expect(page.getByRole("heading", { name: "Mira Solvane" })).toBeVisible();
    const picture = page.locator('main img[src^="/api/v1/user/picture/"]').first();
    await expect(async () => {
      await page.reload();
      await expect(picture).toBeVisible({ timeout: 1000 });
    }).toPass();
    const width = () => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth);
    await expect.poll(width).toBe(512);

    const again = await visit(browser, logInPath);
    await continueWithGoogle(again);
    await choose(again, "Mira Solvane");
    await expect(again).toHaveURL(/\/y\/profile\/Mira%20Solvane$/);
  });
});

async function continueWithGoogle(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue with Google" }).click();
}

/** Picks one of the sandbox's people. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  await page.locator("button.choice").filter({ hasText: name }).click();
}

function countExchanges(page: Page): () => number {
  let exchanges = 0;
  page.on("request", (request) => {
    if (request.url().includes("login-register")) exchanges += 1;
  });
  return () => exchanges;
}
