import { randomUUID } from "node:crypto";

import { expect, type Page } from "@playwright/test";

import { compareQuery, previewPath } from "#core/paths.ts";
import { clip } from "#testing/clips.ts";

import { violationsOn } from "./support/axe.ts";
import { createTaskByCall, openTasks, signUp, type TestUser, uploadVideo } from "./support/people.ts";
import { test } from "./support/test.ts";
import { drawnFrame } from "./support/watching.ts";

/** Versions of 30 and 25 frames a second; frames show their number. */
test.describe("two versions are compared", () => {
  let meera: TestUser;
  let taskId: number;
  test.beforeAll(async ({ browser, reelay }) => {
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    const anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
    const taskTitle = "Two cuts";
    taskId = await createTaskByCall(meera, { taskTitle, assignedTo: anika.name });
    await uploadVideo(anika, taskTitle, await clip("captions-in-two-languages"));
    await meera.page.goto(previewPath(taskId));
    await expect(meera.page.getByRole("button", { name: "Reject" })).toBeVisible();
    // What has not been made of a version when the next one follows is not made any more.
    await expect(meera.page.getByRole("button", { name: "Captions" })).toBeVisible();
    const rejected = await meera.page.request.post(`/api/v1/task/reject/${taskId}`, {
      data: { version: 1, feedback: "Slower, please." },
    });
    expect(rejected.ok()).toBe(true);
    await uploadVideo(anika, taskTitle, await clip("captions-25"));
  });

  test("frame by frame in all modes, with an offset, and playing in step", async () => {
    const { page } = meera;
    await page.goto(previewPath(taskId, 2));
    await page.getByRole("button", { name: "v2, compare" }).click();
    await page.getByRole("menuitemradio", { name: "Compare with v1" }).click();
    await expect(page).toHaveURL(/version=2&compare=1$/);
    await expectFrames(page, { second: 0, first: 0 });

    for (const [mode, key] of [
      ["Side by side", "1"],
      ["Wipe", "2"],
      ["Difference", "3"],
      ["Toggle", "4"],
    ] as const) {
      await test.step(mode, async () => {
        await page.keyboard.press(key);
        await expect(page.getByRole("button", { name: mode })).toHaveAttribute("aria-pressed", "true");
        await page.keyboard.press("Home");
        await page.keyboard.press("Shift+ArrowRight");
        await expectFrames(page, { second: 25, first: 30 });
        for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowRight");
        await expectFrames(page, { second: 29, first: 34 });
        await page.keyboard.press("ArrowLeft");
        await expectFrames(page, { second: 28, first: 33 });
        await page.keyboard.press("End");
        await expectFrames(page, { second: 49, first: 58 });
      });
    }

    await test.step("toggle shows one of them", async () => {
      await expect(page.getByLabel("Two cuts, version 1")).toBeHidden();
      await page.keyboard.press("v");
      await expect(page.getByLabel("Two cuts, version 1")).toBeVisible();
      await expect(page.getByLabel("Two cuts, version 2")).toBeHidden();
      await page.keyboard.press("v");
    });

    await test.step("an offset moves the other version, within its length", async () => {
      await page.keyboard.press("]");
      await expectFrames(page, { second: 49, first: 59 });
      await page.keyboard.press("Home");
      await expectFrames(page, { second: 0, first: 1 });
      await page.getByRole("button", { name: "Offset one frame back" }).click();
      await page.getByRole("button", { name: "Offset one frame back" }).click();
      await expectFrames(page, { second: 0, first: 0 });
      await page.getByRole("button", { name: "Reset the offset" }).click();
    });

    await test.step("the wipe is a slider", async () => {
      await page.keyboard.press("2");
      const wipe = page.getByRole("slider", { name: "Wipe" });
      await expect(wipe).toHaveValue("50");
      await wipe.press("Home");
      await expect(wipe).toHaveValue("0");
      await wipe.press("ArrowRight");
      await expect(wipe).toHaveValue("0.5");
      await wipe.blur();
    });

    await test.step("the sound of either is heard", async () => {
      const muted = async () =>
        page.locator("video").evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).muted));
      await expect.poll(muted).toEqual([true, false]);
      await page.getByRole("combobox", { name: "Sound" }).selectOption({ label: "v1 sound" });
      await expect.poll(muted).toEqual([false, true]);
    });

    await test.step("captions are those of the heard version", async () => {
      const [earlier, later] = [page.getByText("Guten Morgen"), page.getByText("Guten Abend")];
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("ArrowLeft");
      await page.getByRole("button", { name: "Captions" }).click();
      await page.getByRole("menuitemradio", { name: "German" }).click();
      await expect(earlier).toBeVisible();
      await expect(earlier.locator("i")).toHaveText("Morgen");
      await page.getByRole("combobox", { name: "Sound" }).selectOption({ label: "v2 sound" });
      await expect(later).toBeVisible();
      await expect(earlier).toHaveCount(0);
      const modes = await page
        .locator("video")
        .evaluateAll((all) =>
          all.map((video) => Array.from((video as HTMLVideoElement).textTracks, ({ mode }) => mode)),
        );
      expect(modes.flat()).not.toContain("showing");
      await page.getByRole("combobox", { name: "Sound" }).selectOption({ label: "v1 sound" });
      await page.getByRole("button", { name: "Captions" }).click();
      await page.getByRole("menuitemradio", { name: "English" }).click();
      await expect(page.getByText("Good morning")).toBeVisible();
      await page.getByRole("combobox", { name: "Sound" }).selectOption({ label: "v2 sound" });
      await expect(page.getByText("Good morning")).toHaveCount(0);
      await page.getByRole("combobox", { name: "Sound" }).blur();
      await page.keyboard.press("t");
      await expect(later).toBeVisible();
      await page.keyboard.press("t");
      await expect(later).toHaveCount(0);
    });

    await test.step("both play, and stop at the same time", async () => {
      await page.keyboard.press("Home");
      await page.keyboard.press("Space");
      await expect.poll(() => page.locator("video").evaluateAll(positions)).toEqual([true, true]);
      await page.keyboard.press("Space");
      const second = await settledFrame(page);
      await expectFrames(page, { second, first: Math.floor((second * 30) / 25) });
    });

    await test.step("is accessible", async () => {
      for (const key of ["1", "2"]) {
        await page.keyboard.press(key);
        expect(await violationsOn(page)).toEqual([]);
      }
    });

    await page.getByRole("button", { name: "Close the comparison" }).click();
    await expect(page.locator("video")).toHaveCount(1);
  });

  test("fits a phone, and the older version says that it is kept", { tag: "@sweep" }, async () => {
    const { page } = meera;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${previewPath(taskId)}${compareQuery(2, 1)}`);
    await expect(page.getByRole("button", { name: "Wipe" })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("button", { name: "Side by side" })).toHaveCount(0);
    await expectFrames(page, { second: 0, first: 0 });
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflows).toBe(false);
    await expect(page.getByText("Version 1 is kept for comparison until the task ends.")).toBeVisible();
  });

  test("says once that the video of an older version was deleted", { tag: "@sweep" }, async () => {
    const { page } = meera;
    const comment = { id: randomUUID(), version: 1, inFrame: 0, outFrame: 0, text: "Too dark." };
    const added = await page.request.post(`/api/v1/task/comments/${taskId}`, { data: comment });
    expect(added.ok(), await added.text()).toBe(true);
    await page.route(`**/api/v1/task/preview/${taskId}?version=1`, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = JSON.parse(await response.text());
      const playback = { ...data.playback, fileUrl: null, kept: null };
      await route.fulfill({ response, json: { ...rest, data: { ...data, playback } } });
    });
    // The HTML of a preview has the response of its first call.
    await page.goto(previewPath(taskId));
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("link", { name: "Version 1", exact: true }).click();
    await page.getByRole("tab", { name: /^Comments/ }).click();
    await expect(page.getByText("You can reply to these comments, but not add new ones.")).toBeVisible();
    await expect(page.getByText("The video of version 1 was deleted.")).toBeVisible();
    await expect(page.getByText("Still of the commented frame")).toBeVisible();
    await expect(page.getByText(/deleted/)).toHaveCount(1);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("reports a version that doesn't exist above the player", { tag: "@sweep" }, async () => {
    const { page } = meera;
    await page.goto(`${previewPath(taskId)}${compareQuery(2, 9)}`);
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(page.locator("video")).toHaveCount(1);
    const close = page.getByRole("link", { name: "Close the comparison" });
    await close.click();
    await expect(close).toHaveCount(0);
    await expect(page.locator("video")).toHaveCount(1);
  });
});

/** Expects the pictures of versions 2 and 1 to show these frames, counted from 0. */
async function expectFrames(page: Page, frames: { second: number; first: number }): Promise<void> {
  await expect
    .poll(async () => ({
      second: await drawnFrame(page, page.getByLabel("Two cuts, version 2")),
      first: await drawnFrame(page, page.getByLabel("Two cuts, version 1")),
    }))
    .toEqual(frames);
}

/** Whether each video has played for a quarter of a second. */
function positions(all: (HTMLElement | SVGElement)[]): boolean[] {
  return all.map((video) => video instanceof HTMLVideoElement && video.currentTime > 0.25);
}

/** The frame that version 2 shows once it no longer seeks. */
async function settledFrame(page: Page): Promise<number> {
  let frame: number | null = null;
  await expect
    .poll(async () => {
      frame = await drawnFrame(page, page.getByLabel("Two cuts, version 2"));
      return frame;
    })
    .not.toBeNull();
  return frame ?? 0;
}
