import { expect } from "@playwright/test";

import { prerenderedPaths } from "#modules/site/rules/public-pages.ts";

import { signUp } from "./support/people.ts";
import { test } from "./support/test.ts";

test("public pages are readable without script", async ({ browser, reelay }) => {
  const context = await browser.newContext({ baseURL: reelay.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  for (const path of prerenderedPaths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Privacy" })).toBeVisible();
  }
  expect(errors.filter((error) => !/javascript|script execution/i.test(error))).toEqual([]);
});

test("scripts continue with the prerendered page instead of rendering it again", async ({ page, reelay }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  for (const path of prerenderedPaths) {
    await page.goto(reelay.url + path);
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    // Only prerendered elements have this attribute.
    expect(await page.locator("#root [data-style]").count()).toBeGreaterThan(0);
    await page.evaluate(() => localStorage.clear());
  }
  expect(errors).toEqual([]);
});

test("signed-in users see their picture on prerendered pages", async ({ browser, reelay }) => {
  const { page, name } = await signUp(browser, reelay.url, "prerendered", "Editor");
  await page.goto("/pricing");
  await expect(page.getByRole("banner").getByRole("link", { name })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign up" })).toHaveCount(0);
});
