import { readFile } from "node:fs/promises";

import { expect, type Page } from "@playwright/test";

import { numberIn } from "./watching.ts";

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

/** Saves the displayed frame as a PNG file, and returns the file's name and the frame number that its picture shows. */
export async function saveFrame(page: Page): Promise<{ name: string; frame: number | null }> {
  const saving = page.waitForEvent("download");
  await button(page).click();
  await page.getByRole("menuitem", { name: "Save frame as PNG" }).click();
  const download = await saving;
  const file = await readFile(await download.path());
  await page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { id: "saved-frame", width: image.width, height: image.height, hidden: true });
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      document.body.append(canvas);
    },
    `data:image/png;base64,${file.toString("base64")}`,
  );
  const canvas = page.locator("#saved-frame");
  const frame = await numberIn(canvas);
  await canvas.evaluate((element) => element.remove());
  return { name: download.suggestedFilename(), frame };
}
