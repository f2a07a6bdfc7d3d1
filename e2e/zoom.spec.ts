import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";

import { compareQuery } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { openTasks, signUp, type TestUser, uploadVideo } from "./support/people.ts";
import { test } from "./support/test.ts";
import { openVersion } from "./support/watching.ts";

const taskTitle = "Single pixels";
const size = { width: 1280, height: 720 };

/** Each pixel of the clips is black or white, by its position; those of the second version are the opposite. */
test.describe("the picture is enlarged", () => {
  let meera: TestUser;
  let anika: TestUser;
  test.beforeAll(async ({ browser, reelay }) => {
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
    await openVersion(meera, anika, { taskTitle, file: await clip("single-pixels") });
  });

  test("to one pixel of the original for each pixel of the screen, and to sharp squares of them", async ({
    browser,
  }) => {
    for (const density of [1, 2]) {
      await test.step(`${density} screen pixels per CSS pixel`, async () => {
        const storageState = await meera.page.context().storageState();
        const context = await browser.newContext({ storageState, deviceScaleFactor: density });
        const page = await context.newPage();
        await page.goto(meera.page.url());
        await page.getByRole("button", { name: "One frame forward" }).click();
        const video = page.getByLabel(taskTitle, { exact: true });
        for (const percent of [100, 200, 400]) {
          await chooseZoom(page, percent);
          await expect
            .poll(async () => ((await video.boundingBox())?.width ?? 0) * density)
            .toBe((size.width * percent) / 100);
          await expect.poll(() => matchingPixels(page, video, { percent, density })).toBeGreaterThan(0.999);
        }
        await context.close();
      });
    }
  });

  test("the same part of both versions of a comparison, in all modes", async () => {
    const { page } = meera;
    const rejected = await page.request.post(`/api/v1/task/reject/${taskIdIn(page)}`, {
      data: { version: 1, feedback: "The other way round, please." },
    });
    expect(rejected.ok()).toBe(true);
    await uploadVideo(anika, taskTitle, await clip("single-pixels-inverse"));
    const { pathname } = new URL(page.url());
    await page.goto(`${pathname}${compareQuery(2, 1)}`);
    const [first, second] = [1, 2].map((version) => page.getByLabel(`${taskTitle}, version ${version}`));
    if (!first || !second) throw new Error("There are two versions.");
    await page.getByRole("button", { name: "One frame forward", exact: true }).click();
    for (const [mode, key] of [
      ["side", "1"],
      ["wipe", "2"],
      ["difference", "3"],
      ["toggle", "4"],
    ] as const) {
      await test.step(mode, async () => {
        await page.keyboard.press(key);
        await chooseZoom(page, 100);
        await page.getByRole("slider", { name: "Displayed part of the picture" }).press("Shift+ArrowRight");
        await expect.poll(async () => (await first.boundingBox())?.width).toBe(size.width);
        const [left, right] = [await first.boundingBox(), await second.boundingBox()];
        expect(right?.width).toBe(size.width);
        expect(right?.y).toBe(left?.y);
        if (mode !== "side") expect(right?.x).toBe(left?.x);
        if (mode === "side" || mode === "wipe") {
          await expect.poll(() => matchingPixels(page, first)).toBeGreaterThan(0.999);
          await expect.poll(() => matchingPixels(page, second, { isInverse: true })).toBeGreaterThan(0.999);
        }
        // The difference of opposites is white everywhere.
        if (mode === "difference") await expect.poll(() => brightness(page, second)).toBeGreaterThan(230);
        if (mode === "toggle") {
          await expect.poll(() => matchingPixels(page, second, { isInverse: true })).toBeGreaterThan(0.999);
          await page.keyboard.press("v");
          await expect.poll(() => matchingPixels(page, first)).toBeGreaterThan(0.999);
        }
        await page.keyboard.press("Escape");
        await expect(page.getByRole("slider", { name: "Displayed part of the picture" })).toHaveCount(0);
      });
    }
  });
});

async function chooseZoom(page: Page, percent: number): Promise<void> {
  await page.getByRole("button", { name: /^Zoom: / }).click();
  await page.getByRole("menuitemradio", { name: `${percent}%`, exact: true }).click();
  await expect(page.getByRole("button", { name: `Zoom: ${percent}%` })).toBeVisible();
}

function taskIdIn(page: Page): string {
  return /\d+/.exec(new URL(page.url()).pathname)?.[0] ?? "";
}

interface Pattern {
  /** Percentage of the source pixels. */
  percent?: number;
  /** Screen pixels per CSS pixel. */
  density?: number;
  isInverse?: boolean;
}

/** Share of the pixels on the screen, in a part of the visible video, that are those of the clip at their position. */
async function matchingPixels(page: Page, video: Locator, pattern: Pattern = {}): Promise<number> {
  const { percent = 100, density = 1, isInverse = false } = pattern;
  const { pixels, width, left, top } = await visiblePixels(page, video);
  let matches = 0;
  for (const [index, value] of pixels.entries()) {
    const x = Math.floor((((index % width) + left * density) * 100) / percent);
    const y = Math.floor(((Math.floor(index / width) + top * density) * 100) / percent);
    const isWhite = (x + y + Math.floor(x / 40) + Math.floor(y / 40)) % 2 === 1;
    const isExpected = isWhite === isInverse ? value < 50 : value > 205;
    if (isExpected) matches += 1;
  }
  return matches / pixels.length;
}

async function brightness(page: Page, video: Locator): Promise<number> {
  const { pixels } = await visiblePixels(page, video);
  return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
}

/**
 * Brightness of the pixels in a part of the picture without controls, and its position in the video in CSS pixels: the left
 * third for the first version of a wipe.
 */
async function visiblePixels(page: Page, video: Locator) {
  const picture = await video.boundingBox();
  const space = await video.evaluate((element) => {
    const box = element.closest("[data-picture-space]")?.getBoundingClientRect();
    const isCut = getComputedStyle(element.closest("[data-picture-space]") ?? element).clipPath !== "none";
    return box && { x: box.x, y: box.y, width: box.width, height: box.height, isCut };
  });
  if (!picture || !space) throw new Error("There is no picture.");
  const area = {
    x: Math.round(space.x + space.width * (space.isCut ? 0.6 : 0.1)),
    y: Math.round(space.y + space.height * 0.2),
    width: Math.round(space.width * 0.25),
    height: Math.round(space.height * 0.25),
  };
  const shot = await page.screenshot({ clip: area });
  const { data, info } = await sharp(shot).greyscale().raw().toBuffer({ resolveWithObject: true });
  // On the screen, edges are at whole pixels.
  const [left, top] = [Math.round(picture.x), Math.round(picture.y)];
  return { pixels: new Uint8Array(data), width: info.width, left: area.x - left, top: area.y - top };
}
