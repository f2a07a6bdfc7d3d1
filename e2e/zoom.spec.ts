import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";

import { compareQuery } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { violationsOn } from "./support/axe.ts";
import { openTasks, signUp, type TestUser, uploadVideo } from "./support/people.ts";
import { test } from "./support/test.ts";
import { atLowPriority, openVersion } from "./support/watching.ts";

const taskTitle = "Single pixels";
const size = { width: 1280, height: 720 };

/** Pixels of the clips are black or white, by their position; those of the second version are the opposite. */
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
        // With twice as many pixels, the whole picture is larger than 100%.
        for (const percent of density === 1 ? [100, 200, 400] : [200, 400]) {
          await chooseZoom(page, percent);
          await expect
            .poll(async () => ((await video.boundingBox())?.width ?? 0) * density)
            .toBe((size.width * percent) / 100);
          await expectPixels(page, video, { percent, density, expected: isWhite });
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
    // Until the second version is prepared, its player has nothing to enlarge.
    await expect(second).toBeVisible(atLowPriority);
    for (const [mode, key] of [
      ["side", "1"],
      ["wipe", "2"],
      ["difference", "3"],
      ["toggle", "4"],
    ] as const) {
      await test.step(mode, async () => {
        await page.keyboard.press(key);
        await chooseZoom(page, 100);
        const minimap = page.getByRole("slider", { name: "Displayed part of the picture" });
        await minimap.press("Shift+ArrowRight");
        await expect.poll(async () => (await first.boundingBox())?.width).toBe(size.width);
        const [left, right] = [await first.boundingBox(), await second.boundingBox()];
        expect(right?.width).toBe(size.width);
        expect(right?.y).toBe(left?.y);
        if (mode !== "side") expect(right?.x).toBe(left?.x);
        expect(await violationsOn(page)).toEqual([]);
        if (mode === "difference") {
          await expectPixels(page, second, { expected: (x, y) => (isPlain(x, y) ? white : null) });
        } else {
          await expectPixels(page, second, { expected: (x, y) => !isWhite(x, y) });
          if (mode === "toggle") await page.keyboard.press("v");
          // The file that is kept of the first version has fewer pixels.
          await expectPixels(page, first, { expected: (x, y) => (isPlain(x, y) ? white : null) });
        }
        await page.keyboard.press("Escape");
        await expect(minimap).toHaveCount(0);
      });
    }
  });
});

const white = true;

/** Whether a pixel of the first version is white. */
function isWhite(x: number, y: number): boolean {
  return isInPlainSquare(x, y) || (x + y) % 2 === 1;
}

function isInPlainSquare(x: number, y: number): boolean {
  return (Math.floor(x / 160) + Math.floor(y / 160)) % 2 === 0;
}

/** Whether all pixels near a pixel of the first version are white. */
function isPlain(x: number, y: number): boolean {
  return [-8, 8].every((dx) => [-8, 8].every((dy) => isInPlainSquare(x + dx, y + dy)));
}

interface Pixels {
  /** Percentage of the source pixels. */
  percent?: number;
  /** Screen pixels per CSS pixel. */
  density?: number;
  /** Whether the pixel of the clip at a position is white on the screen; null where it doesn't matter. */
  expected: (x: number, y: number) => boolean | null;
}

/** Expects pixels on the screen, in a part of the picture without controls. */
async function expectPixels(page: Page, video: Locator, pixels: Pixels): Promise<void> {
  await expect.poll(() => differentPixels(page, video, pixels)).toBeLessThan(0.001);
}

/** The share of the pixels that are different. */
async function differentPixels(page: Page, video: Locator, options: Pixels): Promise<number> {
  const { percent = 100, density = 1, expected } = options;
  const { values, width, left, top } = await visiblePixels(page, video);
  let [differing, compared] = [0, 0];
  for (const [index, value] of values.entries()) {
    const x = Math.floor((((index % width) + left * density) * 100) / percent);
    const y = Math.floor(((Math.floor(index / width) + top * density) * 100) / percent);
    const isExpectedWhite = expected(x, y);
    if (isExpectedWhite === null) continue;
    compared += 1;
    if (isExpectedWhite ? value < 205 : value > 50) differing += 1;
  }
  return compared === 0 ? 1 : differing / compared;
}

/** Brightness of the pixels in a part of the picture, and its position in the video in CSS pixels. */
async function visiblePixels(page: Page, video: Locator) {
  const picture = await video.boundingBox();
  const space = await video.evaluate((element) => {
    const box = element.closest("[data-picture-space]");
    if (!box) return null;
    const { x, y, width, height } = box.getBoundingClientRect();
    return { x, y, width, height, isCut: getComputedStyle(box).clipPath !== "none" };
  });
  if (!picture || !space) throw new Error("There is no picture.");
  // A wipe shows the first version to the left of the line and the second one to the right.
  const area = {
    x: Math.round(space.x + space.width * (space.isCut ? 0.55 : 0.1)),
    y: Math.round(space.y + space.height * 0.15),
    width: Math.round(space.width * 0.35),
    height: Math.round(space.height * 0.5),
  };
  const shot = await page.screenshot({ clip: area });
  const { data, info } = await sharp(shot).greyscale().raw().toBuffer({ resolveWithObject: true });
  // On the screen, edges are at whole pixels.
  const [left, top] = [Math.round(picture.x), Math.round(picture.y)];
  return { values: new Uint8Array(data), width: info.width, left: area.x - left, top: area.y - top };
}

async function chooseZoom(page: Page, percent: number): Promise<void> {
  await page.getByRole("button", { name: /^Zoom: / }).click();
  await page.getByRole("menuitemradio", { name: `${percent}%`, exact: true }).click();
  await expect(page.getByRole("button", { name: `Zoom: ${percent}%` })).toBeVisible();
}

function taskIdIn(page: Page): string {
  return /\d+/.exec(new URL(page.url()).pathname)?.[0] ?? "";
}
