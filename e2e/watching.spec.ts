import { expect, type Page, test } from "@playwright/test";

import { numberSquares } from "#testing/clip-parts.ts";
import { clip, large } from "#testing/clips.ts";

import { card, createTaskByCall, openTasks, signUp, type Someone, uploadVideo } from "./support/people.ts";
import { installReelay, type Reelay } from "./support/reelay.ts";

const megabyte = 1024 * 1024;
/** What is made of videos waits for everything else that wants the processor. */
const atLowPriority = { timeout: 240_000 };

/** What the creator sees of a version: as soon as there is something, frame by frame, on any line. */
test.describe("a version is watched", () => {
  let reelay: Reelay;
  let meera: Someone;
  let anika: Someone;
  test.beforeAll(async ({ browser }) => {
    reelay = await installReelay();
    meera = await signUp(browser, reelay.url, "meera", "Youtuber");
    anika = await signUp(browser, reelay.url, "anika", "Editor");
    await openTasks(anika);
  });
  test.afterAll(async () => reelay?.remove());

  test("from its first second on while the rest is made, and goes on where it was when all of it is", async () => {
    const { page } = meera;
    await openVersion("Tape to tape", await clip("prores-1080p-60s"));
    await expect(page.getByText(/preparing \d+\s%, watch what is ready/)).toBeVisible();
    const video = page.locator("video");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => secondsIn(page)).toBeGreaterThan(2);
    await expect(page.getByRole("slider", { name: "Seek" })).toHaveAttribute("aria-valuetext", /of 1:00$/);
    await page.getByRole("button", { name: "Pause" }).click();
    const before = await secondsIn(page);

    await expect(page.getByText(/watch what is ready/)).toBeHidden(atLowPriority);
    await expect(video).toHaveAttribute("src", /\/rendition\/video\.mp4$/);
    await expect.poll(() => secondsIn(page)).toBeCloseTo(before, 1);
    await page.keyboard.press("ArrowRight");
    await expectDrawnFrame(page, Math.floor((before * 24_000) / 1001) + 1);
  });

  test("with its loudness, and the picture under the pointer, on the timeline", async () => {
    const { page } = meera;
    await openVersion("Sixty seconds", await clip("h264-60s"));
    const bar = page.getByRole("slider", { name: "Seek" });
    await expect(page.locator("[style*='clip-path'] path")).toBeAttached();
    await bar.hover({ position: { x: 300, y: 10 } });
    await expect(page.locator("[style*='/storyboard001.jpg']")).toBeVisible();
  });

  for (const { name, rate, timecode } of [
    { name: "h264-29.97", rate: "29.97", timecode: "00:00:01;05" },
    { name: "h264-23.976", rate: "23.976", timecode: "00:00:01:11" },
    { name: "h264-59.94", rate: "59.94", timecode: "00:00:00;35" },
    { name: "hevc", rate: "30", timecode: "00:00:01:05" },
    { name: "vp9", rate: "30", timecode: "00:00:01:05" },
  ] as const) {
    test(`frame by frame: ${name}`, async () => {
      const { page } = meera;
      await openVersion(`Frames of ${name}`, await clip(name));
      await expect(page.getByText(new RegExp(`^${rate}`))).toBeVisible();
      await expect.poll(() => drawnFrame(page)).toBe(0);
      for (let frame = 1; frame <= 37; frame += 1) await page.keyboard.press("ArrowRight");
      await expectDrawnFrame(page, 37);
      for (let frame = 0; frame < 2; frame += 1) await page.keyboard.press("ArrowLeft");
      await expectDrawnFrame(page, 35);
      await expect(page.getByText(timecode, { exact: true })).toBeVisible();
    });
  }

  test("on a slow line as a light picture with the same frames, which this browser remembers", async () => {
    const { page } = meera;
    await openVersion("Rain on the lens", await large(10 * megabyte));
    const picture = page.getByRole("combobox", { name: "Picture" });
    await expect(picture).toBeVisible(atLowPriority);
    await page.keyboard.press("ArrowRight");
    await expectDrawnFrame(page, 1);

    const line = await page.context().newCDPSession(page);
    const conditions = { offline: false, latency: 0, uploadThroughput: -1 };
    await line.send("Network.emulateNetworkConditions", { ...conditions, downloadThroughput: 100_000 });
    await page.reload();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Watch the light picture" }).press("Enter");
    await expect(page.getByRole("button", { name: "Watch the full picture" })).toBeFocused();
    await line.send("Network.emulateNetworkConditions", { ...conditions, downloadThroughput: -1 });
    await expect(page.locator("video")).toHaveAttribute("src", /\/rendition\/light\.mp4$/);
    await expect(page.getByText("You are watching the light picture")).toBeVisible();

    await page.reload();
    await expect(picture).toHaveValue("light");
    for (let frame = 1; frame <= 40; frame += 1) await page.keyboard.press("ArrowRight");
    await expectDrawnFrame(page, 40);
    await picture.selectOption("Full picture");
    await expect(page.locator("video")).toHaveAttribute("src", /\/original\//);
    await expectDrawnFrame(page, 40);
  });

  /** The editor uploads it for a task of its own; the creator has it before them. */
  async function openVersion(taskTitle: string, file: string): Promise<void> {
    await createTaskByCall(meera, { taskTitle, assignedTo: "anika" });
    await uploadVideo(anika, taskTitle, file);
    await meera.page.goto("/y/tasks");
    await card(meera, taskTitle).getByRole("link", { name: "Preview" }).click();
    await expect.poll(() => drawnFrame(meera.page)).not.toBeNull();
  }
});

async function secondsIn(page: Page): Promise<number> {
  return page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
}

/** The label and the picture agree on the frame. */
async function expectDrawnFrame(page: Page, frame: number): Promise<void> {
  await expect(page.getByText(new RegExp(`^frame ${frame}\\b`))).toBeVisible();
  await expect.poll(() => drawnFrame(page)).toBe(frame);
}

/** The number that the shown picture carries in its squares (see `picture` of the clips); null while there is none. */
async function drawnFrame(page: Page): Promise<number | null> {
  return page.locator("video").evaluate((video: HTMLVideoElement, squares) => {
    if (video.readyState < 2 || video.seeking || video.videoWidth === 0) return null;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const drawing = canvas.getContext("2d");
    if (!drawing) return null;
    drawing.drawImage(video, 0, 0);
    const side = video.videoWidth / 16;
    let number = 0;
    for (let digit = 0; digit < squares; digit += 1) {
      const [brightness = 0] = drawing.getImageData((digit + 0.5) * side, side / 2, 1, 1).data;
      if (brightness > 128) number += 2 ** digit;
    }
    return number;
  }, numberSquares);
}
