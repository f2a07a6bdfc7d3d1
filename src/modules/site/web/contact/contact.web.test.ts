import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";

import { pricingPath, privacyPath, termsPath } from "#core/paths.ts";
import { siteEndpoints } from "#modules/site/contract/site.ts";
import { startScreen } from "#testing/web/open-screen.tsx";

async function showsDetails(within: Locator): Promise<void> {
  await expect.element(within.getByRole("link", { name: "help@reelay.example" })).toBeVisible();
  await expect
    .element(within.getByRole("link", { name: "+49 30 1234567" }))
    .toHaveAttribute("href", "tel:+49301234567");
  await expect.element(within.getByText("1 Example Street, 10115 Berlin")).toBeVisible();
}

// Pages ask for the details once, so no test of this file has others.
test("the operator's contact details are on the footer and the legal pages", async () => {
  const { api, open } = await startScreen(null);
  api.on(siteEndpoints.contact, () => ({
    email: "help@reelay.example",
    phone: "+49 30 1234567",
    address: "1 Example Street, 10115 Berlin",
    social: [{ name: "YouTube", url: "https://www.youtube.com/@reelay" }],
  }));
  await open(pricingPath);
  const footer = page.getByRole("contentinfo");
  await showsDetails(footer);
  await expect.element(footer.getByRole("link", { name: "YouTube" })).toBeVisible();
  for (const path of [privacyPath, termsPath]) {
    await open(path);
    await showsDetails(page.getByRole("main"));
  }
});

test("public pages promise nothing that depends on the settings of the server", async () => {
  const { open } = await startScreen(null);
  await open(pricingPath);
  const main = page.getByRole("main");
  await expect.element(main.getByRole("heading", { name: "Free Trial" })).toBeVisible();
  expect(main.element().textContent).not.toMatch(/unlimited|priority|early access|google/i);
  await open(termsPath);
  await expect.element(main.getByRole("heading", { name: "Teams and operators" })).toBeVisible();
  expect(main.element().textContent).not.toMatch(/early access/i);
  await open(privacyPath);
  const readers = main.getByRole("region", { name: "Who can see your information" });
  for (const reader of [/managers/, /contributors/, /guests/, /Operators/]) {
    await expect.element(readers).toMatchTextContent(reader);
  }
});

test("pricing fits a window of 1280 pixels with text of twice the size", async () => {
  const { open } = await startScreen(null);
  await page.viewport(1280, 800);
  await open(pricingPath);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  document.documentElement.style.fontSize = "200%";
  try {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  } finally {
    document.documentElement.style.fontSize = "";
  }
});
