import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { howItWorksPath, pricingPath } from "#core/paths.ts";
import { startScreen } from "#testing/web/open-screen.tsx";

test("the menu of a narrow bar opens below it, and closes by Escape, outside of it and with a link", async () => {
  const { open } = await startScreen(null);
  await page.viewport(390, 844);
  await open(pricingPath);
  const button = page.getByRole("button", { name: "Menu", exact: true });
  const link = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "How it works" });
  await expect.element(link).not.toBeInTheDocument();
  await button.click();
  await expect.element(link).toBeVisible();
  const panel = link.element().closest("nav")?.getBoundingClientRect();
  expect(panel?.top).toBe(document.querySelector("header")?.getBoundingClientRect().bottom);
  expect([panel?.left, panel?.right]).toEqual([0, 390]);

  await userEvent.keyboard("{Escape}");
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await button.click();
  await page.getByRole("contentinfo").click({ position: { x: 1, y: 1 } });
  await expect.element(link).not.toBeInTheDocument();
  await button.click();
  await link.click();
  await expect.poll(() => location.pathname).toBe(howItWorksPath);
  expect(document.querySelector(":popover-open")).toBeNull();
});
