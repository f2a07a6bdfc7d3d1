import { expect, type Page } from "@playwright/test";

import { installReelay } from "./support/reelay.ts";
import { test } from "./support/test.ts";

const details = async (page: Page, landmark: "contentinfo" | "main") => {
  const within = page.getByRole(landmark);
  await expect(within.getByRole("link", { name: "help@reelay.example" })).toBeVisible();
  await expect(within.getByRole("link", { name: "+49 30 1234567" })).toHaveAttribute(
    "href",
    "tel:+49301234567",
  );
  await expect(within.getByText("1 Example Street, 10115 Berlin")).toBeVisible();
};

test("the configured contact details are on the footer and the legal pages", async ({ page }) => {
  const reelay = await installReelay({
    SUPPORT_EMAIL: "help@reelay.example",
    SUPPORT_PHONE: "+49 30 1234567",
    SUPPORT_ADDRESS: "1 Example Street, 10115 Berlin",
    SOCIAL_LINKS: "YouTube=https://www.youtube.com/@reelay",
  });
  await page.goto(reelay.url);
  await details(page, "contentinfo");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "YouTube" })).toBeVisible();
  for (const path of ["/privacy", "/terms-and-conditions"]) {
    await page.goto(reelay.url + path);
    await details(page, "main");
  }
  await reelay.remove();
});

test("pricing fits a window of 1280 pixels with text of twice the size", async ({ page, reelay }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${reelay.url}/pricing`);
  await expect(page.getByRole("contentinfo").getByRole("navigation", { name: "Support" })).toHaveCount(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const tooWide = () => document.documentElement.scrollWidth > window.innerWidth;
  expect(await page.evaluate(tooWide)).toBe(false);
});
