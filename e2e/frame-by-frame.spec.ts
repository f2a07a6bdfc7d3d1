import { expect } from "@playwright/test";

import { clip } from "#testing/clips.ts";

import { openTasks, signUp, type Someone } from "./support/people.ts";
import { test } from "./support/test.ts";
import { expectDrawnFrame, openVersion } from "./support/watching.ts";

/** Label, timecode and picture show the same frame; the clips display the frame number in each picture. */
test.describe("a version is stepped through frame by frame", () => {
  let meera: Someone;
  let anika: Someone;
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
    test(name, async () => {
      const { page } = meera;
      await openVersion(meera, anika, { taskTitle: `Frames of ${name}`, file: await clip(name) });
      await expect(page.getByText(new RegExp(`^${rate}`))).toBeVisible();
      await expectDrawnFrame(page, 0);
      for (let frame = 1; frame <= 37; frame += 1) await page.keyboard.press("ArrowRight");
      await expectDrawnFrame(page, 37);
      for (let frame = 0; frame < 2; frame += 1) await page.keyboard.press("ArrowLeft");
      await expectDrawnFrame(page, 35);
      await expect(page.getByText(timecode, { exact: true })).toBeVisible();
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
});
