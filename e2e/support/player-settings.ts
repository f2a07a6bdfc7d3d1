import { expect, type Page } from "@playwright/test";

const button = (page: Page) => page.getByRole("button", { name: "Player settings" });
const item = (page: Page, name: string) => page.getByRole("menuitemradio", { name, exact: true });

/** Waits until the player offers a setting, such as the light rendition that is made at low priority. */
export async function expectOffered(
  page: Page,
  name: string,
  options: { timeout?: number } = {},
): Promise<void> {
  await button(page).click();
  await expect(item(page, name)).toBeVisible(options);
  await page.keyboard.press("Escape");
}

/** Chooses a setting of the player. */
export async function choosePlayerSetting(page: Page, name: string): Promise<void> {
  await button(page).click();
  await item(page, name).click();
}

/** Verifies which of the settings is chosen. */
export async function expectChosen(page: Page, name: string): Promise<void> {
  await button(page).click();
  await expect(item(page, name)).toBeChecked();
  await page.keyboard.press("Escape");
}
