import { readFile } from "node:fs/promises";

import { expect, type Page } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { openTasks, signUp, type TestUser } from "./support/people.ts";
import { choosePlayerSetting, expectOffered, saveFrame } from "./support/player-settings.ts";
import { test } from "./support/test.ts";
import { atLowPriority, expectDrawnFrame, numberIn, openVersion } from "./support/watching.ts";

/** Label, timecode and picture show the same frame; the clips display the frame number in each picture. */
test.describe("a version is stepped through frame by frame", () => {
  let meera: TestUser;
  let anika: TestUser;
  test.beforeAll(async ({ browser, reelay }) => {
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
  });

  for (const { name, rate, timecode, last } of [
    { name: "h264-29.97", rate: "29.97", timecode: "00:00:01;05", last: 59 },
    { name: "h264-23.976", rate: "23.976", timecode: "00:00:01:11", last: 47 },
    { name: "h264-59.94", rate: "59.94", timecode: "00:00:00;35", last: 119 },
    { name: "hevc", rate: "30", timecode: "00:00:01:05", last: 59 },
    { name: "vp9", rate: "30", timecode: "00:00:01:05", last: 59 },
    { name: "vp9-after-sound", rate: "30", timecode: "00:00:01:05", last: 59 },
    { name: "vp9-long-after-sound", rate: "30", timecode: "00:00:01:05", last: 59 },
    { name: "joined", rate: "30", timecode: "00:00:01:05", last: 119 },
    { name: "sound-shortly-first", rate: "30", timecode: "00:00:01:05", last: 59 },
  ] as const) {
    test(name, { tag: name === "h264-29.97" ? [] : "@sweep" }, async () => {
      const { page } = meera;
      await openVersion(meera, anika, { taskTitle: `Frames of ${name}`, file: await clip(name) });
      await expect(page.getByText(new RegExp(`^${rate}`))).toBeAttached();
      await expectDrawnFrame(page, 0);
      for (let frame = 1; frame <= 37; frame += 1) await page.keyboard.press("ArrowRight");
      await expectDrawnFrame(page, 37);
      for (let frame = 0; frame < 2; frame += 1) await page.keyboard.press("ArrowLeft");
      await expectDrawnFrame(page, 35);
      const player = page.getByRole("region", { name: /^Player/ });
      await expect(player.getByText(timecode, { exact: true })).toBeVisible();
      const saved = `Frames of ${name} v1 ${timecode.replaceAll(/[:;]/g, "-")}.png`;
      expect(await saveFrame(page)).toEqual({ name: saved, frame: 35 });
      // Sound may begin before the first frame.
      for (let second = 0; second < 2; second += 1) await page.keyboard.press("Shift+ArrowLeft");
      await expectDrawnFrame(page, 0);
      await page.keyboard.press("ArrowRight");
      await expectDrawnFrame(page, 1);
      for (let second = 0; second < 4; second += 1) await page.keyboard.press("Shift+ArrowRight");
      await expectDrawnFrame(page, last);
      await page.keyboard.press("ArrowLeft");
      await expectDrawnFrame(page, last - 1);
    });
  }

  const rendition = /\/rendition\/video\.mp4$/;
  const original = /\/original\b/;
  for (const { name, source, frame, timecode, picture = frame } of [
    { name: "late-loss-matroska", source: rendition, frame: 1919, timecode: "00:01:03:29" },
    { name: "late-loss-webm", source: rendition, frame: 1599, timecode: "00:01:03:24" },
    { name: "late-loss-transport-stream", source: rendition, frame: 1918, timecode: "00:01:04;00" },
    { name: "empty-chunks", source: rendition, frame: 1599, timecode: "00:01:03:24" },
    { name: "late-faster", source: rendition, frame: 3359, timecode: "00:00:55:59" },
    { name: "telecine-transport-stream", source: rendition, frame: 479, timecode: "00:00:19:23" },
    { name: "clock-wraps", source: rendition, frame: 249, timecode: "00:00:09:24" },
    { name: "starts-late-matroska", source: rendition, frame: 99, timecode: "00:00:03:24" },
    { name: "starts-early-webm", source: rendition, frame: 99, timecode: "00:00:03:24" },
    { name: "two-edits", source: rendition, frame: 179, timecode: "00:00:05:29", picture: 239 },
    { name: "one-key-frame", source: original, frame: 599, timecode: "00:00:19:29" },
    { name: "rate-29.97", source: original, frame: 299, timecode: "00:00:09;29" },
    { name: "rate-19001/317", source: original, frame: 299, timecode: "00:00:04;59" },
    { name: "timecode-119.88", source: original, frame: 239, timecode: "00:00:01;119" },
  ] as const) {
    test(`the last frame of ${name}`, { tag: "@sweep" }, async () => {
      const { page } = meera;
      await openVersion(meera, anika, { taskTitle: `End of ${name}`, file: await clip(name) });
      await expect(page.locator("video")).toHaveAttribute("src", source, atLowPriority);
      await page.keyboard.press("End");
      await expectDrawnFrame(page, frame, picture);
      const player = page.getByRole("region", { name: /^Player/ });
      await expect(player.getByText(timecode, { exact: true })).toBeVisible();
      for (let back = 0; back < 3; back += 1) await page.keyboard.press("ArrowLeft");
      await expectDrawnFrame(page, frame - 3, picture - 3);
    });
  }

  test("in the light rendition while the original, with one key frame and B-frames, is being decoded", async () => {
    const { page } = meera;
    await openVersion(meera, anika, { taskTitle: "One key frame", file: await clip("one-key-frame") });
    await expectOffered(page, "Data saver", atLowPriority);
    const video = page.locator("video");
    await expect(video).toHaveAttribute("src", original);
    const cover = page.locator("[data-picture] canvas[data-step]");
    for (const [key, frame] of [
      ["End", 599],
      ["ArrowLeft", 598],
      ["ArrowLeft", 597],
      ["ArrowRight", 598],
      ["Shift+ArrowLeft", 568],
      ["Home", 0],
      ["ArrowRight", 1],
    ] as const) {
      // The decoder takes as long as the test needs it.
      await video.evaluate((element) =>
        Object.defineProperty(element, "seeking", { configurable: true, value: true }),
      );
      await page.keyboard.press(key);
      await expect(cover).toBeVisible();
      await expect.poll(() => numberIn(cover)).toBe(frame);
      await expect(page.getByText(new RegExp(`^frame ${frame + 1}\\b`))).toBeVisible();
      await video.evaluate((element) => Reflect.deleteProperty(element, "seeking"));
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false);
      await video.dispatchEvent("seeked");
      await expect(cover).toBeHidden();
      await expectDrawnFrame(page, frame);
    }
  });

  const light = /\/rendition\/light\.mp4$/;
  for (const { what, name, choice, source } of [
    { what: "a rendition", name: "hevc", choice: null, source: rendition },
    { what: "a light rendition", name: "sound-shortly-first", choice: "Data saver", source: light },
    { what: "a variable frame rate", name: "variable-rate", choice: null, source: rendition },
  ] as const) {
    test(`buttons, the timeline and links show that frame of ${what}`, { tag: "@sweep" }, async () => {
      const { page } = meera;
      await openVersion(meera, anika, { taskTitle: `Exactly ${what}`, file: await clip(name) });
      if (choice) {
        await expectOffered(page, "Data saver", atLowPriority);
        await page.getByRole("button", { name: "One frame forward" }).click();
        await expectDrawnFrame(page, 1);
        // A step while the other file is loading counts from the position in the former one.
        const { promise: held, resolve: release } = Promise.withResolvers<void>();
        await page.route(source, async (route) => {
          await held;
          await route.continue();
        });
        await choosePlayerSetting(page, choice);
        await page.getByRole("button", { name: "One frame forward" }).click();
        release();
        await expectDrawnFrame(page, 2);
        await page.keyboard.press("Home");
      }
      await expect(page.locator("video")).toHaveAttribute("src", source, atLowPriority);
      const expectFrame = async (frame: number) =>
        expectDrawnFrame(page, frame, name === "variable-rate" ? pictureOfVariableRate(frame) : frame);
      for (const [button, frame] of [
        ["One second forward", 30],
        ["One frame forward", 31],
        ["One frame forward", 32],
        ["One frame back", 31],
        ["One second back", 1],
      ] as const) {
        await page.getByRole("button", { name: button, exact: true }).click();
        await expectFrame(frame);
      }
      for (const frame of [17, 44, 21, 50]) {
        await clickTimeline(page, frame);
        await expectFrame(frame);
      }
      await page.getByRole("slider", { name: "Seek" }).press("ArrowLeft");
      await expectFrame(49);
      await page.goto(`${page.url().replace(/\?.*/, "")}?version=1&frame=42`);
      await expectFrame(42);
      if (choice) await expect(page.locator("video")).toHaveAttribute("src", source);
      await page.evaluate(() => localStorage.removeItem("reelay-picture"));
    });
  }

  test("with the timecode of the source, if the creator chooses it", { tag: "@sweep" }, async () => {
    const { page } = meera;
    await openVersion(meera, anika, { taskTitle: "From tape", file: await clip("timecode") });
    await choosePlayerSetting(page, "Source timecode");
    const clock = page.getByRole("region", { name: /^Player: / });
    const panel = page.getByRole("complementary");
    await expect(clock.getByText("01:00:00;00", { exact: true })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(clock.getByText("01:00:00;01", { exact: true })).toBeVisible();
    await expect(panel.getByText("01:00:00;01", { exact: true })).toBeVisible();
    await panel.getByRole("button", { name: "In", exact: true }).click();
    await page.keyboard.press("ArrowRight");
    await panel.getByRole("button", { name: "Out", exact: true }).click();
    await expect(panel.getByText("01:00:00;01 – 01:00:00;02", { exact: true })).toBeVisible();
    await panel.getByRole("textbox").fill("Shorter.");
    await panel.getByRole("button", { name: "Comment", exact: true }).click();
    await panel.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("button", { name: /^01:00:00;01 – 01:00:00;02 .*: Shorter\.$/ }).click();
    await expect(panel.getByRole("article")).toContainText("Shorter.");
    const seek = page.getByRole("slider", { name: "Seek" });
    await expect(seek).toHaveAttribute("aria-valuetext", "01:00:00;01 of 01:00:01;29");
    const exported = async (start: string) => {
      await panel.getByRole("button", { name: "Export" }).click();
      const menu = page.getByRole("menu", { name: "Export" });
      await expect(menu).toHaveAccessibleDescription(`Starts at ${start}`);
      const saved = page.waitForEvent("download");
      await menu.getByRole("menuitem", { name: "DaVinci Resolve" }).click();
      return readFile(await (await saved).path(), "utf8");
    };
    expect(await exported("01:00:00;00")).toMatch(/\n001 .* 01:00:00[;:]01 /);
    await choosePlayerSetting(page, "Timecode from 0");
    expect(await exported("00:00:00;00")).toMatch(/\n001 .* 00:00:00[;:]01 /);
  });
});

/** The number in the picture of a frame of `variable-rate`, which has only frames 0 to 2 and 10 to 19 of every 20. */
function pictureOfVariableRate(frame: number): number {
  const inBlock = frame % 20;
  return inBlock > 2 && inBlock < 10 ? frame - inBlock + 2 : frame;
}

/** Clicks the middle of a frame on the timeline, at 30 frames per second. */
async function clickTimeline(page: Page, frame: number): Promise<void> {
  const duration = await page.locator("video").evaluate((video: HTMLVideoElement) => video.duration);
  const bar = await page.getByRole("slider", { name: "Seek" }).boundingBox();
  if (!bar) throw new Error("The timeline is invisible.");
  await page.mouse.click(bar.x + (bar.width * (frame + 0.5)) / 30 / duration, bar.y + bar.height / 2);
}
